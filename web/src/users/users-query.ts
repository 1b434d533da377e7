import type { CallOf } from '@muster/contract/endpoint.ts'
import type { listUsers } from '@muster/contract/users.ts'
import type { Seen, UsersSearch } from './users-search.ts'

/** Returns midnight of a past day, so that the query key is stable within a day. */
function daysAgo(days: number): string {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - days)
  return day.toISOString()
}

type Query = CallOf<typeof listUsers>['query']

function seenQuery(seen: Seen | undefined): Query {
  switch (seen) {
    case 'week':
      return { seenSince: daysAgo(7) }
    case 'not-month':
      return { notSeenSince: daysAgo(30) }
    case 'not-quarter':
      return { notSeenSince: daysAgo(90) }
    case 'never':
      return { notSeenSince: '1900-01-01T00:00:00.000Z' }
    default:
      return {}
  }
}

/** Converts the search parameters to the query of the endpoint. */
export function usersQuery({ add, user, part, seen, ...filters }: UsersSearch): Query {
  return { ...filters, ...seenQuery(seen) }
}
