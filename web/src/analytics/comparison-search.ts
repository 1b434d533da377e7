import { addDays, daysBetween } from '@muster/contract/local-days.ts'
import { daysOf } from '@muster/contract/report-days.ts'
import type { ReportSearch } from '../dashboard/report-search.ts'

/** Returns the search parameters of the comparison, or undefined without one. */
export function comparisonSearch(search: ReportSearch): ReportSearch | undefined {
  const { compare, otherFrom, otherTo, otherPositionId } = search
  const rest = { ...search, compare: undefined }
  if (compare === 'position') return otherPositionId ? { ...rest, positionId: [otherPositionId] } : undefined
  if (compare === 'dates') return otherFrom && otherTo ? { ...rest, from: otherFrom, to: otherTo } : undefined
  return compare === 'previous' ? { ...rest, former: 'true' as const } : undefined
}

/** Returns the range of the same length right before. */
export function daysBefore(search: ReportSearch, timezone: string, now = Date.now()): [string, string] {
  const [first, last] = daysOf(search, timezone, now)
  return [addDays(first, -daysBetween(first, last)), addDays(first, -1)]
}
