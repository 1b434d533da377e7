import { msg, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { exportConversionRate, getConversionRate } from '@muster/contract/reports.ts'
import { formatDayIn } from '../../dashboard/format-day-in.ts'
import { statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import type { Figure, TimeChart } from '../charts/chart.ts'
import { baseText, define, fewest, rateText, report } from './report.ts'

function ofText(part: number, n: number): string {
  const [some, all] = [formatNumber(part), formatNumber(n)]
  return t`${some} of ${all}`
}

type Conversion = ResponseOf<typeof getConversionRate>
type Trend = Conversion['trend'][number]

interface RateLine {
  key: string
  label: string
  definition?: string
  figure: Figure & { counts: ReportFigure }
  note: string
  of: (point: Trend) => { n: number; rate: number | null }
}

/** Draws each rate over time, on a scale of its own kind: from none to all. */
function trendChart(
  trend: readonly Trend[],
  period: Conversion['period'],
  lines: readonly RateLine[],
): TimeChart {
  return {
    kind: 'time',
    key: 'trend',
    span: 6,
    title: t`Conversion by application date`,
    headers: { label: t`Period start` },
    buckets: trend.map(({ at }) => formatDayIn(at, period.timezone)),
    layout: 'grid',
    series: lines.map(({ of, figure, ...line }) => ({
      ...line,
      figure,
      mark: 'line',
      most: 1,
      mostText: rateText(1),
      points: trend.map((point, index) => {
        const { n, rate } = of(point)
        const from = point.at < period.from ? period.from : point.at
        const to = trend[index + 1]?.at ?? period.to
        return {
          value: rate,
          few: n < fewest,
          figure: {
            text: rate === null ? rateText(null) : `${rateText(rate)} · ${baseText(n)}`,
            counts: figure.counts,
            period: { from, to, timezone: period.timezone },
          },
        }
      }),
    })),
  }
}

/** The conversion from each status type to the next and to a hire, and the outcome of offers. */
export const conversion = report({
  key: 'conversion',
  title: msg`Conversion by stage`,
  definitions: ['stageConversion', 'overallConversion', 'offerAcceptance', 'comparison'],
  endpoint: getConversionRate,
  export: exportConversionRate,
  isEmpty: ({ overall, offerAcceptance }) => overall.n + offerAcceptance.n === 0,
  inWeeks: true,
  charts: ({ steps, overall, offerAcceptance, trend, period }) => [
    {
      kind: 'bars',
      key: 'steps',
      span: 6,
      title: t`Conversion from step to step`,
      definition: define('stageConversion'),
      headers: { label: t`Step`, figure: t`Rate`, notes: [t`Reached`, t`Previous`] },
      scale: 'rate',
      bars: steps.map(({ from, to, n, reached, rate, previous }) => {
        const [before, after] = [t(statusTypeLabels[from]), t(statusTypeLabels[to])]
        return {
          key: to,
          label: t`${before} to ${after}`,
          type: to,
          value: rate,
          figure: { text: rateText(rate), counts: { counts: 'reached', type: to } },
          notes: [
            { text: ofText(reached, n), counts: { counts: 'reached', type: from } },
            { text: rateText(previous.rate) },
          ],
        }
      }),
    },
    trendChart(trend, period, [
      ...steps.map(({ to, from, rate, n, reached }, index) => {
        const [before, after] = [t(statusTypeLabels[from]), t(statusTypeLabels[to])]
        return {
          key: to,
          label: t`${before} to ${after}`,
          figure: { text: rateText(rate), counts: { counts: 'reached', type: to } as const },
          note: ofText(reached, n),
          of: (point: Trend) => point.steps[index]!,
        }
      }),
      {
        key: 'overall',
        label: t`Lead to hire`,
        definition: define('overallConversion'),
        figure: { text: rateText(overall.rate), counts: { counts: 'reached', type: 'hired' } },
        note: ofText(overall.reached, overall.n),
        of: (point) => point.overall,
      },
      {
        key: 'offers',
        label: t`Offer acceptance`,
        definition: define('offerAcceptance'),
        figure: { text: rateText(offerAcceptance.rate), counts: { counts: 'offers', accepted: true } },
        note: ofText(offerAcceptance.accepted, offerAcceptance.n),
        of: (point) => point.offerAcceptance,
      },
    ]),
  ],
})
