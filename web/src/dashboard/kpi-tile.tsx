import type { getKpiMetrics, Metric } from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, toListFilters } from './dashboard-search.ts'
import { Sparkline } from './sparkline.tsx'

type Kpi = ResponseOf<typeof getKpiMetrics>
type Item = Kpi['items'][number]
type Period = Kpi['period']

const titles: Record<Metric, string> = {
  newApplications: 'New applications',
  peopleSpokenWith: 'People spoken with',
  submitted: 'Submitted to companies',
  hired: 'Hired',
  timeToHire: 'Time to hire, median',
}

/** The filters of the applications list that show the rows a figure counts. */
const rowsBehind: Record<Metric, (period: Period) => Record<string, unknown>> = {
  newApplications: ({ from, to }) => ({ createdFrom: from, createdTo: to }),
  peopleSpokenWith: ({ from, to }) => ({ spokenFrom: from, spokenTo: to }),
  submitted: ({ from, to }) => ({ enteredType: ['submitted'], enteredFrom: from, enteredTo: to }),
  hired: ({ from, to }) => ({ enteredType: ['hired'], enteredFrom: from, enteredTo: to }),
  timeToHire: ({ from, to }) => ({ enteredType: ['hired'], enteredFrom: from, enteredTo: to }),
}

/** The present day, of which only a part is over, counts as one. */
function days(from: string, to: string): number {
  return Math.ceil((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** The change against the period before: as a share where there are enough, else as a number. */
function change({ unit, value, previous }: Item): { text: string; good: boolean | null } | null {
  if (value === null || previous === null) return null
  const difference = value - previous
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±'
  const size = Math.abs(difference)
  // Fewer days to a hire are better; of everything else more is.
  const good = difference === 0 ? null : unit === 'days' ? difference < 0 : difference > 0
  if (unit === 'days') return { text: `${sign}${size.toFixed(1)} d`, good }
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
  const filters = { ...toListFilters(search), ...rowsBehind[metric.key](period), open: 'all' }
  return (
    <TextLink to="/applications" search={filters as never} className={classes.tile} title={metric.definition}>
      <span className={classes.caption}>{titles[metric.key]}</span>
      <span className={classes.figure}>
        {metric.value === null
          ? '–'
          : metric.unit === 'days'
            ? `${metric.value.toFixed(1)} d`
            : formatNumber(metric.value)}
      </span>
      <span className={classes.change}>
        {changed && (
          <span data-good={changed.good ?? undefined} className={classes.difference}>
            {changed.text}
          </span>
        )}{' '}
        {changed ? `vs ${days(period.previousFrom, period.from)} days before` : 'nothing to compare with'}
        {metric.unit === 'days' && ` · n ${formatNumber(metric.n)}`}
      </span>
      <Sparkline values={metric.series.map((point) => point.value)} />
    </TextLink>
  )
}
