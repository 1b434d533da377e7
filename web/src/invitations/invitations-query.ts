import type { CallOf } from '@muster/contract/endpoint.ts'
import type { listInvitations } from '@muster/contract/invitations.ts'
import type { InvitationsSearch } from './invitations-search.ts'

/** What of the address filters and sorts the list, as the API takes it. */
export function invitationsQuery({
  add,
  ...filters
}: InvitationsSearch): CallOf<typeof listInvitations>['query'] {
  return filters
}
