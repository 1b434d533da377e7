import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import {
  type AnyGrouping,
  type Grouping,
  groupings,
  type Measure,
  measures,
  unitOf,
} from '@muster/contract/measures.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { formatHour, formatWeekday } from '../analytics/charts/hours.ts'
import { formatLocale } from '../texts/language.ts'
import { formatDecimal, formatNumber, formatPercent } from '../ui/format.ts'
import type { Cell, Group } from './query-of.ts'

export function measureLabel(measure: Measure): string {
  return i18n._(measures[measure].label)
}

export function measureDefinition(measure: Measure): string {
  return i18n._(metricDefinitions[measures[measure].definition])
}

export function groupingLabel(grouping: Grouping): string {
  return i18n._(groupings[grouping].label)
}

/** Formats a calendar day, which belongs to no timezone. */
function formatCalendarDay(key: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${key}T00:00:00Z`)
  const isThisYear = key.startsWith(String(new Date().getFullYear()))
  return new Intl.DateTimeFormat(formatLocale(), {
    ...options,
    ...(isThisYear || options.year ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(date)
}

/** Formats the first day of a week, or a month. */
export function formatCalendar(step: 'day' | 'week' | 'month', key: string): string {
  return formatCalendarDay(
    key,
    step === 'month' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' },
  )
}

/** Names the group of those without one. */
function withoutName(grouping: AnyGrouping): string {
  if (grouping === 'owner') return t`Unassigned`
  if (grouping === 'source') return t`No source`
  if (grouping === 'agent') return t`No agent`
  if (grouping === 'tag') return t`No tag`
  return grouping === 'reason' ? t`No reason given` : t`None`
}

/** Returns the name of a group: of times as dates, of those without one as such. */
export function groupName(group: Group, grouping: AnyGrouping): string {
  if (group.isOthers) return t`All others`
  if (group.key === null) return withoutName(grouping)
  if (grouping === 'day' || grouping === 'week' || grouping === 'month')
    return formatCalendar(grouping, group.key)
  if (grouping === 'weekday') return formatWeekday(Number(group.key), 'long')
  if (grouping === 'hour') return formatHour(Number(group.key))
  return group.name ?? t`Deleted`
}

/** Formats a value of a measure; "–" for nobody, never 0%. */
export function formatValue(measure: Measure, value: number | null): string {
  if (value === null) return '–'
  const unit = unitOf(measure)
  if (unit === 'share') return formatPercent(value)
  if (unit === 'days') return t`${formatDecimal(value)} d`
  if (unit === 'hours') return t`${formatDecimal(value)} h`
  return unit === 'minutes' ? formatDecimal(value) : formatNumber(value)
}

/** States what a value is of: "43 of 60" of a rate, "of 60" of a median. Empty for a count. */
export function formatOf(measure: Measure, { n, part }: Pick<Cell, 'n' | 'part'>): string {
  const unit = unitOf(measure)
  if (unit === 'count' || n === 0) return ''
  const all = formatNumber(n)
  if (unit === 'minutes') return t`${all} calls`
  return part === null ? t`of ${all}` : t`${formatNumber(part)} of ${all}`
}

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : value < 0 ? `−${text}` : text)

/** Formats the change to the period before: points of a rate, else the difference. Empty if either is too few to compare. */
export function formatChange(measure: Measure, cell: Cell): string {
  const before = cell.previous
  if (!before || cell.value === null || before.value === null) return ''
  const unit = unitOf(measure)
  if (unit === 'count') {
    const difference = cell.value - before.value
    return difference === 0 && cell.value === 0 ? '' : signed(difference, formatNumber(Math.abs(difference)))
  }
  if (unit !== 'minutes' && (cell.isFew || before.n < 10)) return ''
  if (unit === 'share') {
    const points = Math.round(cell.value * 100) - Math.round(before.value * 100)
    return signed(points, formatNumber(Math.abs(points)))
  }
  const difference = Math.round((cell.value - before.value) * 10) / 10
  return signed(difference, formatDecimal(Math.abs(difference)))
}
