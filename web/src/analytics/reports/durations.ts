import { msg, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exportDurations, getDurations } from '@muster/contract/reports.ts'
import { statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import type { BarChart } from '../charts/chart.ts'
import { baseText, daysText, define, rateText, report } from './report.ts'

type Durations = ResponseOf<typeof getDurations>

function spreadNote({ n, p90, previous }: Durations['timeToHire']): string {
  const [most, of, before] = [daysText(p90), baseText(n), daysText(previous.median)]
  return t`90% within ${most} · ${of} · was ${before}`
}

/** Shows how many took how long. */
function distributionChart(
  key: string,
  title: string,
  definition: string,
  bars: Durations['timeToHire']['distribution'],
): BarChart {
  const all = bars.reduce((sum, { count }) => sum + count, 0)
  return {
    kind: 'bars',
    key,
    span: 3,
    title,
    definition,
    headers: { label: t`Days`, figure: t`Hires`, notes: [t`% of total`] },
    scale: key,
    bars: bars.map(({ from, to, count }) => {
      const [first, last] = [formatNumber(from), formatNumber(to)]
      return {
        key: String(from),
        label: t`${first} to under ${last} days`,
        value: count,
        figure: { text: formatNumber(count) },
        notes: [{ text: all ? rateText(count / all) : '' }],
      }
    }),
  }
}

/** The time to hire, in total and by status type. */
export const durations = report({
  key: 'durations',
  title: msg`Time to hire, time to fill and time in stage`,
  definitions: ['timeToHire', 'timeToFill', 'timeInStage', 'ageInStage', 'daysRounded', 'comparison'],
  endpoint: getDurations,
  export: exportDurations,
  isEmpty: ({ timeToHire, timeToFill, inStage }) =>
    timeToHire.n + timeToFill.n === 0 && inStage.every(({ n, current }) => n + current.n === 0),
  charts: ({ timeToHire, timeToFill, inStage }) => [
    {
      kind: 'figures',
      key: 'whole',
      span: 6,
      headers: { label: t`Duration`, figure: t`Median`, note: t`Details` },
      items: [
        {
          key: 'hire',
          label: t`Time to hire (median)`,
          definition: `${define('timeToHire')}. ${define('daysRounded')}.`,
          figure: { text: daysText(timeToHire.median), counts: { counts: 'lastHired' } },
          note: spreadNote(timeToHire),
        },
        {
          key: 'fill',
          label: t`Time to fill (median)`,
          definition: `${define('timeToFill')}. ${define('daysRounded')}.`,
          figure: { text: daysText(timeToFill.median), counts: { counts: 'lastHired' } },
          note: spreadNote(timeToFill),
        },
      ],
    },
    distributionChart('hires', t`Time to hire distribution`, define('timeToHire'), timeToHire.distribution),
    distributionChart('fills', t`Time to fill distribution`, define('timeToFill'), timeToFill.distribution),
    {
      kind: 'bars',
      key: 'stays',
      span: 3,
      title: t`Completed stages`,
      definition: define('timeInStage'),
      headers: { label: t`Type`, figure: t`Median`, notes: [t`90% within`, t`Completed`] },
      scale: 'days',
      bars: inStage.map(({ type, n, median, p90 }) => ({
        key: type,
        label: t(statusTypeLabels[type]),
        type,
        value: median,
        figure: { text: daysText(median), counts: { counts: 'left', type } },
        notes: [{ text: daysText(p90) }, { text: baseText(n) }],
      })),
    },
    {
      kind: 'bars',
      key: 'ages',
      span: 3,
      title: t`Time in current stage, regardless of period`,
      definition: define('ageInStage'),
      headers: { label: t`Type`, figure: t`Median`, notes: [t`90% within`, t`Applications`] },
      scale: 'days',
      bars: inStage.map(({ type, current }) => ({
        key: type,
        label: t(statusTypeLabels[type]),
        type,
        value: current.median,
        figure: { text: daysText(current.median), counts: { counts: 'open', type } },
        notes: [{ text: daysText(current.p90) }, { text: baseText(current.n) }],
      })),
    },
  ],
})
