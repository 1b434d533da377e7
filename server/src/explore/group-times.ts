import { addDays, dayOf, daysBetween, startOfDay } from '@muster/contract/local-days.ts'
import type { TimeGrouping } from '@muster/contract/measures.ts'
import type { ReportPeriod } from '../dashboard/report-period.ts'

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

function firstOfMonth(month: number): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10)
}

/** Returns the first day of the day, week or month that a day is in. */
function startOf(grouping: TimeGrouping, day: string): string {
  if (grouping === 'day') return day
  if (grouping === 'month') return `${day.slice(0, 7)}-01`
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

function nextOf(grouping: TimeGrouping, key: string): string {
  if (grouping === 'month') return firstOfMonth(monthOf(key) + 1)
  return addDays(key, grouping === 'week' ? 7 : 1)
}

/**
 * Returns the first day of the group in the previous period that a day, week or month is compared with, or null: before
 * weeks and months that begin on other days there is nothing alike, and the previous period may be shorter.
 */
function previousKeyOf(grouping: TimeGrouping, key: string, period: ReportPeriod): string | null {
  const { timezone } = period
  const [from, before] = [
    dayOf(Date.parse(period.from), timezone),
    dayOf(Date.parse(period.previousFrom), timezone),
  ]
  const lastBefore = dayOf(Date.parse(period.previousTo) - 1, timezone)
  const days = daysBetween(before, from) - 1
  if (grouping === 'month') {
    if (from.slice(8) !== before.slice(8)) return null
    const previous = firstOfMonth(monthOf(key) - (monthOf(from) - monthOf(before)))
    return previous <= lastBefore ? previous : null
  }
  if (grouping === 'week' && days % 7 !== 0) return null
  const previous = addDays(key, -days)
  return previous <= lastBefore ? previous : null
}

export interface TimeGroup {
  key: string
  at: string
  previousKey: string | null
  isPartial: boolean
}

/**
 * Returns the days, weeks or months of a period, and others in which something was counted: where clocks go back over
 * midnight, the end of a day is after the next one began.
 */
export function groupTimes(
  grouping: TimeGrouping,
  period: ReportPeriod,
  counted: Iterable<string>,
  { compares, now }: { compares: boolean; now: number },
): TimeGroup[] {
  const { timezone, buckets } = period
  const first = startOf(grouping, dayOf(Date.parse(period.from), timezone))
  const keys = new Set([...buckets.map(({ day }) => day), ...counted])
  const until = Math.min(Date.parse(period.to), now)
  return [...keys].sort().map((key) => {
    const at = startOfDay(key, timezone)
    const end = Date.parse(startOfDay(nextOf(grouping, key), timezone))
    return {
      key,
      at,
      previousKey: compares && key >= first ? previousKeyOf(grouping, key, period) : null,
      isPartial: Date.parse(at) < Date.parse(period.from) || end > until,
    }
  })
}
