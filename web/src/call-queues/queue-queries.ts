import { claimNextCall, countCallQueue, getCallQueue, listCallQueues } from '@muster/contract/call-queues.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'

export type CallQueue = ResponseOf<typeof getCallQueue>
export type QueueGroup = ResponseOf<typeof countCallQueue>['groups'][number]
export type Claimed = ResponseOf<typeof claimNextCall>
export type Claim = NonNullable<Claimed['claim']>

/** How often counts are read again: people become ready by themselves, and colleagues call too. */
const countedEvery = 30_000

export const queuesQuery = endpointQuery(listCallQueues)

export function queueQuery(id: string) {
  return endpointQuery(getCallQueue, { params: { id } })
}

export function countsQuery(id: string) {
  return { ...endpointQuery(countCallQueue, { params: { id } }), refetchInterval: countedEvery }
}

/** The person whom the caller has. Reading it takes the next one, so it is read once; without anybody it asks again. */
export function claimQuery(id: string) {
  return queryOptions({
    queryKey: ['claim', id],
    queryFn: () => call(claimNextCall, { params: { id }, body: {} }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => (state.data?.claim === null ? countedEvery : false),
  })
}
