import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listInvoices } from '@muster/contract/invoices.ts'
import { getUsage, listPlans } from '@muster/contract/plans.ts'
import { getActiveSubscription } from '@muster/contract/subscriptions.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'

export type BillingStatus = ResponseOf<typeof getActiveSubscription>
export type Subscription = NonNullable<BillingStatus['subscription']>

/** All plans in one page. */
export const plansQuery = { query: { sort: 'order', limit: 200 } } as const

/** Stores the billing status after a change, and invalidates what depends on it. */
export function storeBillingStatus(billingStatus: BillingStatus) {
  queryClient.setQueryData(endpointQuery(getActiveSubscription).queryKey, billingStatus)
  void invalidate(getUsage, listPlans, listInvoices)
}
