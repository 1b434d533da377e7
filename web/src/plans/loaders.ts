import { listInvoices } from '@muster/contract/invoices.ts'
import { getUsage, listPlans } from '@muster/contract/plans.ts'
import { getActiveSubscription } from '@muster/contract/subscriptions.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { onLiveEvent } from '../live/live-events.ts'
import { plansQuery } from './plans-query.ts'

// The data that the screen loads. Separate from the routes, which every screen loads.

// From the first visit on, also while another screen is shown.
onLiveEvent(({ kind }) => {
  if (kind === 'billing-changed') void invalidate(getActiveSubscription, getUsage, listPlans, listInvoices)
})

export async function plans() {
  await Promise.all([
    queryClient.ensureQueryData(endpointQuery(getUsage)),
    queryClient.ensureQueryData(endpointQuery(getActiveSubscription)),
    queryClient.ensureQueryData(endpointQuery(listPlans, plansQuery)),
  ])
}
