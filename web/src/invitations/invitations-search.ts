import type { invitationStates } from '@muster/contract/invitations.ts'
import { flagParam, listOfParam, oneOfParam, searchParam } from '../ui/search-params.ts'

type State = (typeof invitationStates)[number]

// Repeated here: the contract's list comes with schemas, which the first screen must not load.
export const stateKeys: readonly State[] = ['pending', 'expired', 'accepted', 'revoked']
const sorts = ['-sentAt', 'sentAt', 'email', '-email'] as const

export interface InvitationsSearch {
  q?: string
  state?: State[]
  sort?: (typeof sorts)[number]
  /** The drawer for a new invitation is open. */
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
