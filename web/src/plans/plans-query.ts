import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listInvoices } from '@muster/contract/invoices.ts'
import { getUsage, listPlans } from '@muster/contract/plans.ts'
import { getActiveSubscription } from '@muster/contract/subscriptions.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'

export type Standing = ResponseOf<typeof getActiveSubscription>
export type Subscription = NonNullable<Standing['subscription']>

/** All plans at once: nobody compares more. */
export const plansQuery = { query: { sort: 'order', limit: 200 } } as const

/** Shows where the workspace stands after a change, and reads anew what follows from it. */
export function standingChanged(standing: Standing) {
  queryClient.setQueryData(endpointQuery(getActiveSubscription).queryKey, standing)
  void invalidate(getUsage, listPlans, listInvoices)
}
