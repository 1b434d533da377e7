import { getUsage, listPlans } from '@muster/contract/plans.ts'
import { getActiveSubscription } from '@muster/contract/subscriptions.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { plansQuery } from './plans-query.ts'

// What the screen asks for when it is opened. Apart from the routes, which every screen loads.

export async function plans() {
  await Promise.all([
    queryClient.ensureQueryData(endpointQuery(getUsage)),
    queryClient.ensureQueryData(endpointQuery(getActiveSubscription)),
    queryClient.ensureQueryData(endpointQuery(listPlans, plansQuery)),
  ])
}
