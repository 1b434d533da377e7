import type Stripe from 'stripe'
import type { KnownPrice } from './prices.ts'

/** Our state for each Stripe state. An unknown state counts as past due. */
const states: Record<string, 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled'> = {
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
}

const asTime = (seconds: number) => new Date(seconds * 1000).toISOString()

export function stateOf({ status }: Stripe.Subscription) {
  return states[status] ?? 'past_due'
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export function priceIdOf(subscription: Stripe.Subscription): string | null {
  return idOf(subscription.items.data[0]?.price)
}

export function readSubscription(subscription: Stripe.Subscription, price: KnownPrice | undefined) {
  const item = subscription.items.data[0]!
  const state = stateOf(subscription)
  return {
    state,
    provider_id: subscription.id,
    period_start: asTime(item.current_period_start),
    period_end: asTime(item.current_period_end),
    anchor_at: asTime(subscription.billing_cycle_anchor),
    started_at: asTime(subscription.start_date),
    trial_ends_at: subscription.trial_end ? asTime(subscription.trial_end) : null,
    cancel_at_period_end: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    checkout_url: null,
    ...(price
      ? {
          plan_id: price.planId,
          terms: price.terms.number,
          interval: price.interval,
          seats: price.terms.perSeat ? (item.quantity ?? 1) : null,
        }
      : {}),
  }
}
