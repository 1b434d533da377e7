import { isStaff } from '@muster/contract/client-access.ts'
import { useCurrentUser } from './session.ts'

/** Returns whether the user is staff: client reviewers see no tags, sources and calls. */
export function useIsStaff(): boolean {
  return isStaff(useCurrentUser().role)
}
