import type { invitationStates } from '@muster/contract/invitations.ts'
import { flagParam, listOfParam, oneOfParam, searchParam } from '../ui/search-params.ts'

type State = (typeof invitationStates)[number]

// Written out: what the contract lists comes with schemas, which the first screen does without.
export const stateKeys: readonly State[] = ['pending', 'expired', 'accepted', 'revoked']
const sorts = ['-sentAt', 'sentAt', 'email', '-email'] as const

export interface InvitationsSearch {
  q?: string
  state?: State[]
  sort?: (typeof sorts)[number]
  /** The drawer for a new one is open. */
  add?: true
}

export function readInvitationsSearch(search: Record<string, unknown>): InvitationsSearch {
  return {
    q: searchParam(search.q),
    state: listOfParam(search.state, stateKeys),
    sort: oneOfParam(search.sort, sorts),
    add: flagParam(search.add),
  }
}
