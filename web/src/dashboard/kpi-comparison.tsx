import { t } from '@lingui/core/macro'
import type { getKpiMetrics } from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { formatDecimal, formatNumber, formatPercent } from '../ui/format.ts'
import classes from './dashboard.module.css'
import { formatDaysIn } from './format-days-in.ts'

type Kpi = ResponseOf<typeof getKpiMetrics>
type Item = Kpi['items'][number]
type Period = Kpi['period']

/** Below this, a difference is mostly chance. */
const fewest = 10

const dayMs = 86_400_000

function daysText(days: number): string {
  const figure = formatDecimal(days)
  return t({ message: `${figure} d`, comment: 'days, short' })
}

/** Formats the difference of two rates in percentage points. */
function pointsText(difference: number): string {
  const points = formatNumber(Math.round(difference * 100))
  return t({ message: `${points} pts`, comment: 'percentage points, short' })
}

/** Formats a figure with its unit. */
function figureText(value: number | null, unit: Item['unit']): string {
  if (value === null) return '–'
  if (unit === 'days') return daysText(value)
  return unit === 'rate' ? formatPercent(value) : formatNumber(value)
}

/** Returns the change from the previous period: a percentage of larger numbers, otherwise a difference. */
function change({ unit, value, previous }: Item): { text: string; good: boolean | null } | null {
  if (value === null || previous === null) return null
  // The difference of the figures as they are shown. One that rounds to zero is no change.
  const step = unit === 'rate' ? 0.01 : unit === 'days' ? 0.1 : previous < 20 ? 1 : previous / 100
  const difference = (Math.round(value / step) - Math.round(previous / step)) * step
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±'
  const size = Math.abs(difference)
  // Fewer days to hire are better; of everything else, more is.
  const good = difference === 0 ? null : unit === 'days' ? difference < 0 : difference > 0
  if (unit === 'rate') return { text: sign + pointsText(size), good }
  if (unit === 'days') return { text: sign + daysText(size), good }
  if (previous < 20) return { text: `${sign}${formatNumber(size)}`, good }
  return { text: `${sign}${formatPercent(size / previous)}`, good }
}

const wholeDays = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Returns why the change says little, or undefined. */
function doubt({ n, previousN }: Item, period: Period): string | undefined {
  const end = new Date(Math.min(Date.parse(period.to), Date.now())).toISOString()
  const [days, before] = [wholeDays(period.from, end), wholeDays(period.previousFrom, period.previousTo)]
  if (days !== before) return t`${days} vs ${before} days`
  if (Math.min(n, previousN) < fewest) return t`under ${fewest}, too few to compare`
  return undefined
}

/** Formats the previous figure, and of how many both are. */
function baseText({ unit, n, previous, previousN }: Item): string {
  const [of, ofBefore, before] = [formatNumber(n), formatNumber(previousN), figureText(previous, unit)]
  // Of nobody says nothing.
  if (previous === null) return unit === 'count' || !n ? '' : t`of ${of}`
  return unit === 'count' ? t`was ${before}` : t`of ${of} · was ${before} of ${ofBefore}`
}

/** The change of a key figure, greyed where it says little, with the previous figure and what both are of. */
export function KpiComparison({ metric, period }: { metric: Item; period: Period }) {
  const changed = change(metric)
  const { previousFrom, previousTo, timezone } = period
  const days = formatDaysIn(previousFrom, previousTo, timezone)
  const exactly = formatDaysIn(previousFrom, previousTo, timezone, { hour: 'numeric', minute: 'numeric' })
  const why = changed && doubt(metric, period)
  return (
    <>
      <span className={classes.change}>
        {changed ? (
          <>
            <span
              data-good={why ? undefined : (changed.good ?? undefined)}
              data-doubtful={Boolean(why)}
              className={classes.difference}
            >
              {changed.text}
            </span>{' '}
            <span title={t`Compared with ${exactly}`}>{why ?? t`vs ${days}`}</span>
          </>
        ) : (
          t`no previous data`
        )}
      </span>
      <span className={classes.caption}>{baseText(metric)}</span>
    </>
  )
}
