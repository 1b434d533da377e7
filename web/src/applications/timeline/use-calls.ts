import { listCalls } from '@muster/contract/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { usePermission } from '../../session/session.ts'

/** Returns the latest calls of a person by id; empty without permission to read calls. */
export function useCalls(candidateId: string) {
  const enabled = usePermission('calls:read')
  const { data, isLoading } = useQuery({
    ...endpointQuery(listCalls, { query: { candidateId, limit: 200 } }),
    enabled,
  })
  return { calls: new Map((data?.items ?? []).map((each) => [each.id, each])), isPending: isLoading }
}
