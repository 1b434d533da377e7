import { getCandidate, listCandidates, updateCandidate } from '@muster/contract/candidates.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { type CandidateField, type CandidateValues, candidateValues, differ } from './candidate-values.ts'

type Changes = Omit<CallOf<typeof updateCandidate>['body'], 'version'>

interface Edit {
  changes: Changes
  /** What stood in the fields before they were changed. */
  base?: CandidateValues
}

/** Somebody else changed the same field in the meantime. */
export class Overtaken extends Error {}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && typeof error.details?.version === 'number'
}

/**
 * Changes facts of a person with the version last seen, and shows what the server made of them. Where somebody else
 * changed other fields in the meantime, both are kept; where the same, `Overtaken` is thrown and theirs are at hand.
 */
export function useEditCandidate(id: string) {
  const query = endpointQuery(getCandidate, { params: { id } })
  const send = (changes: Changes) => {
    const version = queryClient.getQueryData(query.queryKey)?.version
    return call(updateCandidate, { params: { id }, body: { ...changes, version } })
  }
  return useMutation({
    scope: { id: `candidate ${id}` },
    mutationFn: async ({ changes, base }: Edit) => {
      try {
        return await send(changes)
      } catch (error) {
        if (!isStale(error)) throw error
        const theirs = candidateValues(await queryClient.fetchQuery({ ...query, staleTime: 0 }))
        const overtaken = Object.keys(changes).some((name) => {
          const field = name as CandidateField
          return (
            base &&
            field in base &&
            differ(base[field], theirs[field]) &&
            differ(changes[field], theirs[field])
          )
        })
        if (overtaken) throw new Overtaken()
        return send(changes)
      }
    },
    onSuccess: (candidate) => {
      queryClient.setQueryData(query.queryKey, (now) => now && { ...now, ...candidate })
      void invalidate(listCandidates, getCandidate)
    },
  })
}
