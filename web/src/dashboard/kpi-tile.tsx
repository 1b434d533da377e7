import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { getKpiMetrics } from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Metric } from '@muster/contract/metric-definitions.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { lazy, Suspense } from 'react'
import { formatDecimal, formatNumber, formatPercent } from '../ui/format.ts'
import { Hint } from '../ui/hint.tsx'
import classes from './dashboard.module.css'
import { type ReportSearch, sliceOf } from './report-search.ts'
import { RowsLink } from './rows-link.tsx'
import { Sparkline } from './sparkline.tsx'

/** Not part of the first load, but asked for with it: the figures take longer. */
const comparedWith = import('./compared-with.tsx')
const ComparedWith = lazy(() => comparedWith.then((module) => ({ default: module.ComparedWith })))

type Kpi = ResponseOf<typeof getKpiMetrics>
type Item = Kpi['items'][number]
type Period = Kpi['period']

const titles: Record<Metric, MessageDescriptor> = {
  newApplications: msg`New applications`,
  peopleSpokenWith: msg`People spoken with`,
  submitted: msg`Submitted to companies`,
  hired: msg({ message: 'Hired', context: 'key figure' }),
  timeToHire: msg`Time to hire, median`,
  connectionRate: msg`Connection rate`,
  contactRate: msg`Contact rate`,
  offerAcceptance: msg`Offer acceptance`,
}

/** What each figure counts. */
const figures: Record<Metric, ReportFigure> = {
  newApplications: { counts: 'created' },
  peopleSpokenWith: { counts: 'spokenWith' },
  submitted: { counts: 'entered', type: 'submitted' },
  hired: { counts: 'entered', type: 'hired' },
  timeToHire: { counts: 'lastHired' },
  connectionRate: { counts: 'calls', which: 'answered' },
  contactRate: { counts: 'contactMade' },
  offerAcceptance: { counts: 'offers', accepted: true },
}

/** Days to one decimal. */
function formatDays(days: number): string {
  const figure = formatDecimal(days)
  return t({ message: `${figure} d`, comment: 'days, short' })
}

/** The difference of two rates, which is no percent of either. */
function formatPoints(difference: number): string {
  const points = formatNumber(Math.round(difference * 100))
  return t({ message: `${points} pts`, comment: 'percentage points, short' })
}

/** The change against the period before: as a share where there are enough, else as a number. */
function change({ unit, value, previous }: Item): { text: string; good: boolean | null } | null {
  if (value === null || previous === null) return null
  // What rounds to nothing is no change.
  const step = unit === 'rate' ? 0.01 : unit === 'days' ? 0.1 : previous < 20 ? 1 : previous / 100
  const difference = Math.round((value - previous) / step) * step
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±'
  const size = Math.abs(difference)
  // Fewer days to a hire are better; of everything else more is.
  const good = difference === 0 ? null : unit === 'days' ? difference < 0 : difference > 0
  if (unit === 'rate') return { text: sign + formatPoints(size), good }
  if (unit === 'days') return { text: sign + formatDays(size), good }
  if (previous < 20) return { text: `${sign}${formatNumber(size)}`, good }
  return { text: `${sign}${formatPercent(size / previous)}`, good }
}

function valueText({ value, unit }: Item): string {
  if (value === null) return '–'
  if (unit === 'days') return formatDays(value)
  return unit === 'rate' ? formatPercent(value) : formatNumber(value)
}

interface KpiTileProps {
  metric: Item
  period: Period
  search: ReportSearch
}

/** A key figure with its change and its course; all of it opens the rows it counts. */
export function KpiTile({ metric, period, search }: KpiTileProps) {
  const changed = change(metric)
  const title = t(titles[metric.key])
  const value = valueText(metric)
  return (
    <div className={classes.tile}>
      <span className={classes.caption}>
        {title}
        <Hint label={t`What ${title} counts`} className={classes.hint}>
          {metric.definition}
        </Hint>
      </span>
      <span className={classes.figure}>
        <RowsLink
          counts={figures[metric.key]}
          period={period}
          slice={sliceOf(search)}
          className={classes.tileLink}
          label={`${title}: ${value}`}
        >
          {value}
        </RowsLink>
      </span>
      <span className={classes.change}>
        {changed && (
          <>
            <span data-good={changed.good ?? undefined} className={classes.difference}>
              {changed.text}
            </span>{' '}
          </>
        )}
        {metric.unit !== 'count' && `n ${formatNumber(metric.n)} · `}
        {changed ? (
          // Last in its line and never empty, so that nothing moves when the days come.
          <Suspense fallback="…">
            <ComparedWith period={period} />
          </Suspense>
        ) : (
          <Trans>nothing to compare with</Trans>
        )}
      </span>
      <Sparkline values={metric.series.map((point) => point.value)} />
    </div>
  )
}
