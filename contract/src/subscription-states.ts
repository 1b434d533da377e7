/**
 * Trialing: all of the plan, nothing to pay yet. Active: paid, or an invoice is not due yet. Past due: an invoice is
 * overdue, everything still works until the grace is over. Canceled: over. The first three are *live*, and a workspace
 * has at most one live subscription.
 */
export const subscriptionStates = ['trialing', 'active', 'past_due', 'canceled'] as const

export type SubscriptionState = (typeof subscriptionStates)[number]
