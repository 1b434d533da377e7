import { listCalls } from '@muster/contract/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { usePermission } from '../session/session.ts'

function callsQuery(applicationId: string) {
  return endpointQuery(listCalls, { query: { applicationId, limit: 200 } })
}

/** The calls of an application by their id; none for those who may not read calls. */
export function useCalls(applicationId: string) {
  const mayReadCalls = usePermission('calls:read')
  const { data, isLoading } = useQuery({ ...callsQuery(applicationId), enabled: mayReadCalls })
  return { calls: new Map((data?.items ?? []).map((each) => [each.id, each])), isPending: isLoading }
}
