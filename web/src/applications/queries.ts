import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import type { listApplications } from '@muster/contract/applications.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listStatuses } from '@muster/contract/positions.ts'
import { listUsers } from '@muster/contract/users.ts'
import { endpointQuery, type RowOf } from '../api/query.ts'

/** A row of the list, or a card of a board. */
export type ApplicationRow = RowOf<typeof listApplications>

// Data that changes rarely is not reloaded with every menu.
const rarelyChanging = { staleTime: 5 * 60_000 }

/** The statuses of a position in their order. */
export function statusesQuery(positionId: string) {
  return { ...endpointQuery(listStatuses, { params: { id: positionId } }), ...rarelyChanging }
}

/** The workspace's reasons for closing, of all parties. */
export const reasonsQuery = { ...endpointQuery(listReasons), ...rarelyChanging }

/** The active users, who can be mentioned. */
export const colleaguesQuery = {
  ...endpointQuery(listUsers, { query: { limit: 200, status: ['active'] } }),
  ...rarelyChanging,
}

/** The active users who work for the workspace: those who can be given work. */
export const staffQuery = {
  ...colleaguesQuery,
  select: ({ items }: ResponseOf<typeof listUsers>) => ({ items: items.filter(({ role }) => isStaff(role)) }),
}

/** The sources and tags in use. */
export const facetsQuery = { ...endpointQuery(listApplicationFacets), ...rarelyChanging }
