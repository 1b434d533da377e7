import { getWorkspace } from '@muster/contract/workspace.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'

/** Returns whether emails are sent; true until it is known. */
export function useSendsEmail(): boolean {
  return useQuery(endpointQuery(getWorkspace)).data?.sendsEmail ?? true
}
