import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import type { listApplications } from '@muster/contract/applications.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { listStatuses } from '@muster/contract/positions.ts'
import { listUsers } from '@muster/contract/users.ts'
import { endpointQuery, type RowOf } from '../api/query.ts'

/** One row of the list, one card of a board. */
export type ApplicationRow = RowOf<typeof listApplications>

// What changes seldom is not asked for again at every menu.
const seldom = { staleTime: 5 * 60_000 }

/** The statuses of a position in their order. */
export function statusesQuery(positionId: string) {
  return { ...endpointQuery(listStatuses, { params: { id: positionId } }), ...seldom }
}

/** The workspace's reasons for closing, of all parties. */
export const reasonsQuery = { ...endpointQuery(listReasons), ...seldom }

/** The colleagues one can assign to and mention. */
export const colleaguesQuery = {
  ...endpointQuery(listUsers, { query: { limit: 200, status: ['active'] } }),
  ...seldom,
}

/** The sources and tags in use. */
export const facetsQuery = { ...endpointQuery(listApplicationFacets), ...seldom }
