import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Cell, Group, Measured } from '@muster/contract/explore-charts.ts'
import {
  type Aggregate,
  type AnyGrouping,
  type Grouping,
  groupings,
  type Measure,
  measures,
} from '@muster/contract/measures.ts'
import { formatHour, formatWeekday } from '../analytics/charts/hours.ts'
import { formatLocale } from '../texts/language.ts'
import { formatDecimal, formatNumber, formatPercent } from '../ui/format.ts'
import { digitsOf, formatPrice } from '../ui/money.ts'

export function measureLabel(measure: Measure): string {
  return i18n._(measures[measure].label)
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
  if (grouping === 'queue') return t`No call queue`
  if (grouping === 'campaign') return t`No voice campaign`
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

/** Names a summary of a custom field: "average of Expected pay". */
export function summaryLabel(aggregate: Aggregate, label: string): string {
  if (aggregate === 'sum') return t`sum of ${label}`
  return aggregate === 'median' ? t`median of ${label}` : t`average of ${label}`
}

/** Names a measure, with what of it is shown: "Hires: average of Expected pay". */
export function figureLabel({ measure, summary }: Measured): string {
  const label = measureLabel(measure)
  return summary ? `${label}: ${summaryLabel(summary.aggregate, summary.label)}` : label
}

/** Formats a summary of numbers with their unit, of money with its currency. */
function formatSummary({ unit, currency }: NonNullable<Measured['summary']>, value: number): string {
  if (currency) return formatPrice(value, currency)
  const number = new Intl.NumberFormat(formatLocale(), { maximumFractionDigits: 2 }).format(value)
  return unit ? `${number} ${unit}` : number
}

/** Formats a value beside the lines of a chart, where there is little room: 12,500 dollars as $12.5K. */
export function formatTick(measured: Measured, value: number): string {
  const { summary } = measured
  if (!summary) return formatValue(measured, value)
  const { currency } = summary
  const amount = currency ? value / 10 ** digitsOf(currency) : value
  const isLong = Math.abs(amount) >= 10_000
  return new Intl.NumberFormat(formatLocale(), {
    ...(currency && {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 0,
    }),
    ...(isLong && { notation: 'compact' }),
    maximumFractionDigits: isLong ? 1 : 2,
  }).format(amount)
}

/** Formats a value of a measure; "–" for nobody, never 0%. */
export function formatValue(
  { unit, summary }: Pick<Measured, 'unit' | 'summary'>,
  value: number | null,
): string {
  if (value === null) return '–'
  if (summary) return formatSummary(summary, value)
  if (unit === 'share') return formatPercent(value)
  if (unit === 'days') return t`${formatDecimal(value)} d`
  if (unit === 'hours') return t`${formatDecimal(value)} h`
  return unit === 'minutes' ? formatDecimal(value) : formatNumber(value)
}

/** States what a value is of: "43 of 60" of a rate, "of 60" of a median. Empty for a count. */
export function formatOf({ unit }: Measured, { n, part }: Pick<Cell, 'n' | 'part'>): string {
  if (unit === 'count' || n === 0) return ''
  const all = formatNumber(n)
  if (unit === 'minutes') return t`${all} calls`
  return part === null ? t`of ${all}` : t`${formatNumber(part)} of ${all}`
}

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : value < 0 ? `−${text}` : text)

/** Formats the change to the period before: points of a rate, else the difference. Empty if either is too few to compare. */
export function formatChange(measured: Measured, cell: Cell): string {
  const { unit, summary } = measured
  const before = cell.previous
  if (!before || cell.value === null || before.value === null) return ''
  if (unit === 'count') {
    const difference = cell.value - before.value
    return difference === 0 && cell.value === 0 ? '' : signed(difference, formatNumber(Math.abs(difference)))
  }
  const isTotal = unit === 'minutes' || summary?.aggregate === 'sum'
  if (!isTotal && (cell.isFew || before.n < 10)) return ''
  if (summary) {
    const difference = cell.value - before.value
    return signed(difference, formatValue(measured, Math.abs(difference)))
  }
  if (unit === 'share') {
    const points = Math.round(cell.value * 100) - Math.round(before.value * 100)
    return signed(points, formatNumber(Math.abs(points)))
  }
  const difference = Math.round((cell.value - before.value) * 10) / 10
  return signed(difference, formatDecimal(Math.abs(difference)))
}
