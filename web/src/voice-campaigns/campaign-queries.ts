import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  forecastVoiceCampaign,
  getVoiceCampaign,
  listVoiceCampaigns,
} from '@muster/contract/voice-campaigns.ts'
import { endpointQuery } from '../api/query.ts'

export type Campaign = ResponseOf<typeof getVoiceCampaign>
export type Forecast = ResponseOf<typeof forecastVoiceCampaign>

/** How often a running campaign is read again: its calls end by themselves. */
const readEvery = 5_000

const isRunning = ({ state }: Campaign) => state === 'running'

export const campaignsQuery = {
  ...endpointQuery(listVoiceCampaigns),
  refetchInterval: ({ state }: { state: { data?: ResponseOf<typeof listVoiceCampaigns> | undefined } }) =>
    state.data?.items.some(isRunning) ? readEvery : (false as const),
}

export function campaignQuery(id: string) {
  return {
    ...endpointQuery(getVoiceCampaign, { params: { id } }),
    refetchInterval: ({ state }: { state: { data?: Campaign | undefined } }) =>
      state.data && isRunning(state.data) ? readEvery : (false as const),
  }
}

export function forecastQuery(id: string) {
  return { ...endpointQuery(forecastVoiceCampaign, { params: { id } }), refetchInterval: 30_000 }
}
