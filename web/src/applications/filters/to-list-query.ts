import type { ListQuery } from '../list-query.ts'
import type { ApplicationsSearch } from './applications-search.ts'

/** Returns the start of the day that many days ago, counting today: 1 is today's midnight, 2 yesterday's. */
function daysAgo(days: string, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days) + 1).toISOString()
}

/** Converts the search parameters to the query of the endpoint. */
export function toListQuery(
  { view, peek, open, ...search }: ApplicationsSearch,
  now = new Date(),
): ListQuery {
  const query: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined) continue
    if (name.endsWith('Within')) query[name.replace('Within', 'From')] = daysAgo(String(value), now)
    else query[name] ??= value
  }
  if (open && open !== 'all') query.open = open
  return query
}
