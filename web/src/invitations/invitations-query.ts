import type { CallOf } from '@muster/contract/endpoint.ts'
import type { listInvitations } from '@muster/contract/invitations.ts'
import type { InvitationsSearch } from './invitations-search.ts'

/** Converts the search parameters to the query of the endpoint. */
export function invitationsQuery({
  add,
  ...filters
}: InvitationsSearch): CallOf<typeof listInvitations>['query'] {
  return filters
}
