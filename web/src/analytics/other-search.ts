import { addDays, daysBetween } from '@muster/contract/local-days.ts'
import { daysOf, type ReportSearch } from '../dashboard/report-search.ts'

/** The same of what it is compared with, as a search of its own; undefined where nothing is. */
export function otherOf(search: ReportSearch): ReportSearch | undefined {
  const { compare, otherFrom, otherTo, otherPositionId } = search
  const rest = { ...search, compare: undefined }
  if (compare === 'position') return otherPositionId ? { ...rest, positionId: [otherPositionId] } : undefined
  if (compare === 'dates') return otherFrom && otherTo ? { ...rest, from: otherFrom, to: otherTo } : undefined
  return compare === 'previous' ? { ...rest, former: 'true' as const } : undefined
}

/** As many days right before. */
export function daysBefore(search: ReportSearch, timezone: string, now = Date.now()): [string, string] {
  const [first, last] = daysOf(search, timezone, now)
  return [addDays(first, -daysBetween(first, last)), addDays(first, -1)]
}
