import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { getKpiMetrics } from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Metric } from '@muster/contract/metric-definitions.ts'
import { type ReportFigure, rowsBehind } from '@muster/contract/report-rows.ts'
import { formatDecimal, formatNumber, formatPercent } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, toListFilters } from './dashboard-search.ts'
import { Sparkline } from './sparkline.tsx'

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

/** The contract's `metricDefinitions`, in the language chosen. */
const definitions: Record<Metric, MessageDescriptor> = {
  newApplications: msg`Applications created in the period`,
  peopleSpokenWith: msg`Applications with at least one conversation with a person in the period`,
  submitted: msg`Applications that entered submitted from another type in the period; moves taken back do not count`,
  hired: msg`Applications that entered hired from another type in the period; moves taken back do not count`,
  timeToHire: msg`Median days from first engagement (applied or first called) to the last hire that was not taken back, of those hired in the period`,
  connectionRate: msg`Of the calls we placed in the period, those that were answered, by voicemail too`,
  contactRate: msg`Of the applications we called in the period, those where a call of ours reached a person`,
  offerAcceptance: msg`Of the applications that had come to an offer and ended in the period, those hired; the others declined, let it expire, withdrew or were turned down after the offer`,
}

/** What each figure counts. */
const figures: Record<Metric, ReportFigure> = {
  newApplications: { counts: 'created' },
  peopleSpokenWith: { counts: 'spokenWith' },
  submitted: { counts: 'entered', type: 'submitted' },
  hired: { counts: 'entered', type: 'hired' },
  timeToHire: { counts: 'lastHired' },
  connectionRate: { counts: 'called' },
  contactRate: { counts: 'contactMade' },
  offerAcceptance: { counts: 'offers' },
}

/** The present day, of which only a part is over, counts as one. */
function days(from: string, to: string): number {
  return Math.ceil((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** Days to one decimal. */
function formatDays(days: number): string {
  const figure = formatDecimal(days)
  return t({ message: `${figure} d`, comment: 'days, short' })
}

/** The change against the period before: as a share where there are enough, else as a number. */
function change({ unit, value, previous }: Item): { text: string; good: boolean | null } | null {
  if (value === null || previous === null) return null
  const difference = value - previous
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±'
  const size = Math.abs(difference)
  // Fewer days to a hire are better; of everything else more is.
  const good = difference === 0 ? null : unit === 'days' ? difference < 0 : difference > 0
  if (unit === 'rate') return { text: sign + formatPercent(size), good }
  if (unit === 'days') return { text: sign + formatDays(size), good }
  if (previous < 20) return { text: `${sign}${formatNumber(size)}`, good }
  return { text: `${sign}${formatPercent(size / previous)}`, good }
}

export function KpiTile({
  metric,
  period,
  search,
}: {
  metric: Item
  period: Period
  search: DashboardSearch
}) {
  const changed = change(metric)
  const daysBefore = days(period.previousFrom, period.from)
  const rows = rowsBehind(figures[metric.key], period)
  const filters = { ...toListFilters(search), ...rows.filters, open: 'all' }
  return (
    <TextLink
      to="/applications"
      search={filters as never}
      className={classes.tile}
      title={t(definitions[metric.key])}
    >
      <span className={classes.caption}>{t(titles[metric.key])}</span>
      <span className={classes.figure}>
        {metric.value === null
          ? '–'
          : metric.unit === 'days'
            ? formatDays(metric.value)
            : metric.unit === 'rate'
              ? formatPercent(metric.value)
              : formatNumber(metric.value)}
      </span>
      <span className={classes.change}>
        {changed && (
          <span data-good={changed.good ?? undefined} className={classes.difference}>
            {changed.text}
          </span>
        )}{' '}
        {changed ? (
          <Plural value={daysBefore} one="vs # day before" other="vs # days before" />
        ) : (
          <Trans>nothing to compare with</Trans>
        )}
        {metric.unit !== 'count' && ` · n ${formatNumber(metric.n)}`}
      </span>
      <Sparkline values={metric.series.map((point) => point.value)} />
    </TextLink>
  )
}
