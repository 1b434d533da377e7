import { msg, t } from '@lingui/core/macro'
import { getKpiMetrics } from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Metric } from '@muster/contract/metric-definitions.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { formatDayIn } from '../../dashboard/format-day-in.ts'
import type { TimeChart } from '../charts/chart.ts'
import { baseText, daysText, define, type Report, rateText, report } from './report.ts'

type Kpis = ResponseOf<typeof getKpiMetrics>

interface Line {
  metric: Metric
  label: string
  counts: ReportFigure
}

/** Draws key figures over time: rates on a scale from none to all, days on one of their own. */
function trendOf({ items, period }: Kpis, lines: readonly Line[]): TimeChart {
  const buckets = items[0]?.series ?? []
  return {
    kind: 'time',
    key: 'trend',
    span: 6,
    headers: { label: t`Period start` },
    buckets: buckets.map(({ at }) => formatDayIn(at, period.timezone)),
    layout: 'grid',
    series: lines.map(({ metric, label, counts }) => {
      const { value, n, unit, series } = items.find(({ key }) => key === metric)!
      const textOf = unit === 'rate' ? rateText : daysText
      const most = Math.max(...series.map((point) => point.value ?? 0), 1)
      return {
        key: metric,
        label,
        definition: define(metric),
        mark: 'line' as const,
        figure: { text: textOf(value), counts },
        note: baseText(n),
        most,
        mostText: textOf(most),
        points: series.map((point, index) => ({
          value: point.value,
          figure: {
            text: textOf(point.value),
            counts,
            period: {
              from: point.at < period.from ? period.from : point.at,
              to: series[index + 1]?.at ?? period.to,
              timezone: period.timezone,
            },
          },
        })),
      }
    }),
  }
}

function overTime(
  key: string,
  title: Report['title'],
  metrics: readonly Metric[],
  lines: () => Line[],
): Report {
  return report({
    key,
    title,
    definitions: metrics,
    endpoint: getKpiMetrics,
    inWeeks: true,
    isEmpty: ({ items }) =>
      items.every(
        ({ key: metric, series }) => !metrics.includes(metric) || series.every(({ value }) => value === null),
      ),
    charts: (data) => [trendOf(data, lines())],
  })
}

/** The rates of calls over time. */
export const callRates = overTime(
  'call-rates',
  msg`Call rates over time`,
  ['connectionRate', 'contactRate'],
  () => [
    { metric: 'connectionRate', label: t`Connection rate`, counts: { counts: 'calls', which: 'answered' } },
    { metric: 'contactRate', label: t`Contact rate`, counts: { counts: 'contactMade' } },
  ],
)

/** The time to hire over time. */
export const hireTimes = overTime('hire-times', msg`Time to hire over time`, ['timeToHire'], () => [
  { metric: 'timeToHire', label: t`Time to hire (median)`, counts: { counts: 'lastHired' } },
])
