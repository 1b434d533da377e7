import type { ListQuery } from '../list-query.ts'
import { type ApplicationsSearch, looksAhead } from './applications-search.ts'

/** Returns the start of a day, counted from today. */
function startOfDay(daysFromToday: number, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysFromToday).toISOString()
}

/** The last days counting today, with no end, or the next days. */
function within(name: string, days: number, now: Date): Record<string, string> {
  const [from, to] = [name.replace('Within', 'From'), name.replace('Within', 'To')]
  return looksAhead(name)
    ? { [from]: startOfDay(0, now), [to]: startOfDay(days, now) }
    : { [from]: startOfDay(1 - days, now) }
}

/** Converts the search parameters to the query of the endpoint. */
export function toListQuery(
  { view, peek, open, ...search }: ApplicationsSearch,
  now = new Date(),
): ListQuery {
  const query: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined) continue
    if (name.endsWith('Within')) Object.assign(query, within(name, Number(value), now))
    else query[name] ??= value
  }
  if (open && open !== 'all') query.open = open
  return query
}
