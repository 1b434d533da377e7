import { msg, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exportDurations, getDurations } from '@muster/contract/reports.ts'
import { statusTypeLabels } from '../../texts/contract-words.ts'
import { baseText, daysText, define, report } from './report.ts'

type Durations = ResponseOf<typeof getDurations>

function spreadNote({ n, p90, previous }: Durations['timeToHire']): string {
  const [most, of, before] = [daysText(p90), baseText(n), daysText(previous.median)]
  return t`90 % within ${most} · ${of} · before: ${before}`
}

/** How long hiring takes, as a whole and in each type. */
export const durations = report({
  key: 'durations',
  title: msg`Time to hire, to fill and in each type`,
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
      heads: { label: t`Duration`, figure: t`Median`, note: t`Of` },
      items: [
        {
          key: 'hire',
          label: t`Time to hire, median`,
          definition: `${define('timeToHire')}. ${define('daysRounded')}.`,
          figure: { text: daysText(timeToHire.median), counts: { counts: 'lastHired' } },
          note: spreadNote(timeToHire),
        },
        {
          key: 'fill',
          label: t`Time to fill, median`,
          definition: `${define('timeToFill')}. ${define('daysRounded')}.`,
          figure: { text: daysText(timeToFill.median), counts: { counts: 'lastHired' } },
          note: spreadNote(timeToFill),
        },
      ],
    },
    {
      kind: 'bars',
      key: 'stays',
      span: 3,
      title: t`Stays that ended in the period`,
      definition: define('timeInStage'),
      heads: { label: t`Type`, figure: t`Median`, notes: [t`90 % within`, t`Stays`] },
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
      title: t`Still there now, whatever the period`,
      definition: define('ageInStage'),
      heads: { label: t`Type`, figure: t`Median`, notes: [t`90 % within`, t`Applications`] },
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
