import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { readUser, storeUser } from './stored-session.ts'

/** Shows a workspace as it was saved, also where the signed-in user carries its name, timezone and country. */
export function showSavedWorkspace(saved: ResponseOf<typeof getWorkspace>): void {
  queryClient.setQueryData(endpointQuery(getWorkspace).queryKey, saved)
  const user = readUser()
  if (!user) return
  const { name, timezone, defaultCountry } = saved
  storeUser({ ...user, workspace: { ...user.workspace, name, timezone, defaultCountry } })
}
