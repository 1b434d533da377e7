import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, text, timestamp } from './fields.ts'
import { invoice, invoiceLine } from './invoices.ts'
import { limit, planLimitKeys } from './plan-limits.ts'
import { currency, intervals, minor, planTerms } from './plans.ts'
import { subscriptionStates } from './subscription-states.ts'

const planRef = z.object({ id, name: z.string() })

export const subscription = z.object({
  id,
  state: z.enum(subscriptionStates),
  provider: z.enum(['manual', 'stripe']),
  plan: planRef,
  terms: planTerms.describe('Those it was bought at, whatever the plan sells now'),
  interval: z.enum(intervals),
  seats: z.int().nullable().describe('Seats bought; null where the plan is not sold by the seat'),
  amountMinor: minor.describe('For one interval with all its seats, in minor units of the currency'),
  currency,
  startedAt: timestamp,
  periodStart: timestamp.describe('Of the month or year that runs now, or of the trial'),
  periodEnd: timestamp,
  trialEndsAt: timestamp.nullable().describe('Null where there was no trial'),
  endsAt: timestamp
    .nullable()
    .describe(
      'When it ends because it was canceled or, past due, because the grace is over; null where it goes on',
    ),
  cancelsAtPeriodEnd: z.boolean(),
  pastDueSince: timestamp.nullable(),
  nextInvoice: z
    .object({ at: timestamp, amountMinor: minor, currency })
    .nullable()
    .describe('Null where it ends before another is due'),
  change: z
    .object({
      at: timestamp,
      plan: planRef,
      interval: z.enum(intervals),
      seats: z.int().nullable(),
      amountMinor: minor,
    })
    .nullable()
    .describe("A change down that waits for the period's end"),
})

const standing = z.object({
  selling: z
    .boolean()
    .describe('False where the installation sells nothing: then no price is to be shown anywhere'),
  payments: z
    .enum(['manual', 'stripe'])
    .describe('How a checkout is paid: by an invoice made by hand, or at Stripe'),
  plan: z
    .object({ id, name: z.string(), description: z.string().nullable(), terms: planTerms })
    .describe('What the workspace has now, by its subscription or without one'),
  fallback: planRef.describe('The plan it has whenever it has no live subscription'),
  hadTrial: z.boolean().describe('A workspace has one trial in its life: no plan begins with another'),
  subscription: subscription.nullable().describe('The live one; null where there is none'),
  checkout: z
    .object({
      plan: planRef,
      interval: z.enum(intervals),
      seats: z.int().nullable(),
      startedAt: timestamp,
      invoice: invoice.nullable().describe('To be paid; null where it is paid at Stripe'),
      url: z.string().nullable().describe('Where to go on paying at Stripe'),
    })
    .nullable()
    .describe('Begun and not paid yet: the subscription follows the payment'),
  lastEnded: z
    .object({ plan: planRef, endedAt: timestamp, reason: z.enum(['canceled', 'unpaid', 'replaced']) })
    .nullable()
    .describe('The subscription before, where there is no live one'),
  can: z.object({
    change: z.boolean().describe('Check out, change, cancel and resume'),
    cancel: z.boolean(),
    resume: z.boolean(),
    portal: z.boolean().describe("Stripe's portal, for cards and addresses"),
  }),
})

export const getActiveSubscription = endpoint({
  name: 'getActiveSubscription',
  tag: 'Billing',
  summary: 'Get the plan and subscription',
  description: "Returns the workspace's plan, its subscription, and a checkout that is not paid yet.",
  method: 'GET',
  path: '/subscriptions/active',
  permission: 'plans:read',
  response: standing,
})

const purchase = {
  planId: id,
  interval: z.enum(intervals),
  seats: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('For a plan sold by the seat; left out, as many as are in use'),
}

export const previewChange = endpoint({
  name: 'previewChange',
  tag: 'Billing',
  summary: 'Preview a plan change',
  description:
    'Returns what choosing a plan would do. `checkout`: a first purchase. `now`: an upgrade, at once, less ' +
    'the unused part of what was paid. `period_end`: a downgrade, at the end of the paid period. `free`: a ' +
    'plan without a price, at once or, with a subscription, at its end. `none`: the workspace has it already.',
  method: 'GET',
  path: '/subscriptions/preview',
  permission: 'billing:manage',
  query: z.object({ ...purchase, seats: z.coerce.number().int().min(1).max(100_000).optional() }),
  response: z.object({
    effect: z.enum(['checkout', 'now', 'period_end', 'free', 'none']),
    at: timestamp.describe('When it takes effect'),
    seats: z.int().nullable(),
    trialDays: z.int().describe('Days until the first payment; 0 where there is no trial'),
    lines: z.array(invoiceLine).describe('What would be on the invoice at once; empty where nothing is due'),
    dueNowMinor: minor.describe('The sum of the lines, in minor units of the currency'),
    amountMinor: minor.describe('For each interval from then on, in minor units of the currency'),
    currency,
    nextInvoiceAt: timestamp.nullable(),
    exceeded: z
      .array(
        z.object({
          what: z.enum(planLimitKeys),
          used: z.int().describe('In use now: people, positions, applications or minutes'),
          limit: z.int().describe('What the chosen plan allows of these'),
        }),
      )
      .describe(
        'What the workspace uses beyond the chosen plan. Nothing is taken away; no more can be added',
      ),
    changes: z.array(z.object({ what: z.enum(planLimitKeys), from: limit, to: limit })),
  }),
  errors: ['CONFLICT'],
})

export const checkout = endpoint({
  name: 'checkout',
  tag: 'Billing',
  summary: 'Choose a plan',
  description:
    'Chooses a plan and does what `previewChange` returns. With Stripe, a first purchase returns the URL of ' +
    'its checkout; by hand it opens an invoice, and the subscription begins when the invoice is marked as ' +
    'paid. An earlier unpaid checkout is withdrawn. CONFLICT for a plan that is not for sale, is not sold at ' +
    'the interval, or is the current one.',
  method: 'POST',
  path: '/subscriptions/checkout',
  permission: 'billing:manage',
  body: z.object(purchase),
  response: z.object({
    outcome: z
      .enum(['redirect', 'invoice', 'trial', 'changed', 'scheduled', 'free'])
      .describe('`redirect`: go to `url` to pay; `invoice`: pay the invoice; the others are done'),
    url: z.string().nullable(),
    invoiceId: id.nullable().describe('The invoice that was opened, if any'),
    ...standing.shape,
  }),
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const withdrawCheckout = endpoint({
  name: 'withdrawCheckout',
  tag: 'Billing',
  summary: 'Withdraw a checkout',
  description: 'Withdraws an unpaid checkout and voids its invoice. Does nothing if there is none.',
  method: 'DELETE',
  path: '/subscriptions/checkout',
  permission: 'billing:manage',
  response: standing,
  errors: ['UNAVAILABLE'],
})

export const cancelSubscription = endpoint({
  name: 'cancelSubscription',
  tag: 'Billing',
  summary: "Cancel at the period's end",
  description:
    'Ends the subscription at the end of the paid period, a trial at its end. CONFLICT if there is none.',
  method: 'POST',
  path: '/subscriptions/cancel',
  permission: 'billing:manage',
  body: z.object({ reason: text(500).optional() }),
  response: standing,
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const resumeSubscription = endpoint({
  name: 'resumeSubscription',
  tag: 'Billing',
  summary: 'Resume the subscription',
  description:
    "Reverts a cancellation or downgrade that waits for the period's end. CONFLICT if there is no live " +
    'subscription.',
  method: 'POST',
  path: '/subscriptions/resume',
  permission: 'billing:manage',
  response: standing,
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const openPortal = endpoint({
  name: 'openPortal',
  tag: 'Billing',
  summary: "Open Stripe's portal",
  description:
    "Returns the URL of Stripe's portal, for cards, addresses and receipts; null if invoices are paid by " +
    'hand.',
  method: 'POST',
  path: '/subscriptions/portal',
  permission: 'billing:manage',
  response: z.object({ url: z.string().nullable() }),
  errors: ['UNAVAILABLE'],
})

export const billingDetails = z.object({
  name: text(200, 1).describe('Of the company, as invoices name it'),
  address: text(500).describe('Lines of an address'),
  taxId: text(60).describe('Such as a VAT number; empty where there is none'),
  email: z
    .union([email, z.literal('')])
    .describe('Where invoices go, beside the owners; empty for only them'),
})

export const getBillingDetails = endpoint({
  name: 'getBillingDetails',
  tag: 'Billing',
  summary: 'Get the billing address',
  description: "Returns to whom the workspace's invoices are addressed; its own name by default.",
  method: 'GET',
  path: '/subscriptions/billing-details',
  permission: 'billing:manage',
  response: billingDetails,
})

export const updateBillingDetails = endpoint({
  name: 'updateBillingDetails',
  tag: 'Billing',
  summary: 'Change the billing address',
  description: 'Sets to whom future invoices are addressed. Existing invoices do not change.',
  method: 'PUT',
  path: '/subscriptions/billing-details',
  permission: 'billing:manage',
  body: billingDetails,
  response: billingDetails,
})
