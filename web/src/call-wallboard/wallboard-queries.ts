import { countCallQueue } from '@muster/contract/call-queues.ts'
import { getCallWallboard } from '@muster/contract/call-wallboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listVoiceCampaigns } from '@muster/contract/voice-campaigns.ts'
import { endpointQuery } from '../api/query.ts'
import { ownTimezone } from '../calls/callback-choices.ts'

export type Wallboard = ResponseOf<typeof getCallWallboard>
export type Campaign = ResponseOf<typeof listVoiceCampaigns>['items'][number]

/** How often it is read without an event: claims expire, callbacks become due, and calls of voice agents begin. */
const readEvery = 15_000
/** Counting the people of a queue costs more than a page of a list. */
const countedEvery = 30_000

export const wallboardQuery = () => ({
  ...endpointQuery(getCallWallboard, { query: { timezone: ownTimezone() } }),
  refetchInterval: readEvery,
})

export const campaignsQuery = { ...endpointQuery(listVoiceCampaigns), refetchInterval: readEvery }

/** The people of a campaign's queue, by its rules. */
export function peopleQuery(queueId: string, { onlyWithConsent }: Campaign) {
  const campaign = onlyWithConsent ? ('with_consent' as const) : ('anyone' as const)
  return {
    ...endpointQuery(countCallQueue, { params: { id: queueId }, query: { campaign } }),
    refetchInterval: countedEvery,
  }
}
