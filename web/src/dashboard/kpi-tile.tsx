import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { getKpiMetrics } from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Metric } from '@muster/contract/metric-definitions.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { formatDecimal, formatNumber, formatPercent } from '../ui/format.ts'
import { Hint } from '../ui/hint.tsx'
import classes from './dashboard.module.css'
import { KpiComparison, Sparkline } from './lazy-parts.ts'
import { type ReportSearch, sliceOf } from './report-search.ts'
import { RowsLink } from './rows-link.tsx'

type Kpi = ResponseOf<typeof getKpiMetrics>
type Item = Kpi['items'][number]
type Period = Kpi['period']

const titles: Record<Metric, MessageDescriptor> = {
  newApplications: msg`New applications`,
  peopleSpokenWith: msg`Candidates spoken with`,
  submitted: msg`Submitted to companies`,
  hired: msg({ message: 'Hired', context: 'key figure' }),
  timeToHire: msg`Time to hire (median)`,
  connectionRate: msg`Connection rate`,
  contactRate: msg`Contact rate`,
  offerAcceptance: msg`Offer acceptance`,
}

/** The filter of the rows that each figure counts. */
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

/** Formats a figure with its unit. */
function valueText({ value, unit }: Item): string {
  if (value === null) return '–'
  if (unit === 'rate') return formatPercent(value)
  const figure = unit === 'days' ? formatDecimal(value) : formatNumber(value)
  return unit === 'days' ? t({ message: `${figure} d`, comment: 'days, short' }) : figure
}

interface KpiTileProps {
  metric: Item
  period: Period
  search: ReportSearch
}

/** A key figure with its change and a sparkline; the whole tile links to the rows it counts. */
export function KpiTile({ metric, period, search }: KpiTileProps) {
  const title = t(titles[metric.key])
  const value = valueText(metric)
  return (
    <div className={classes.tile}>
      <span className={classes.caption}>
        {title}
        <Hint label={t`About ${title}`} className={classes.hint}>
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
      <KpiComparison metric={metric} period={period} />
      <Sparkline values={metric.series.map((point) => point.value)} />
    </div>
  )
}
