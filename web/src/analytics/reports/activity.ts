import { msg, t } from '@lingui/core/macro'
import { exportDailyActivity, getDailyActivity } from '@muster/contract/dashboard.ts'
import type { ReportFigure } from '@muster/contract/report-rows.ts'
import { formatDayIn } from '../../dashboard/format-day-in.ts'
import { formatNumber } from '../../ui/format.ts'
import type { Figure } from '../charts/chart.ts'
import { report } from './report.ts'

/** The daily activity; each number opens its rows of that day. */
export const activity = report({
  key: 'activity',
  title: msg`Daily activity`,
  definitions: ['callStatuses', 'conversationsPlaced', 'newApplications', 'moves', 'hired'],
  endpoint: getDailyActivity,
  export: exportDailyActivity,
  isEmpty: ({ items }) =>
    items.every(
      (item) => item.calls + item.applications + item.moves + item.hired + item.conversations === 0,
    ),
  charts: ({ items, period }) => {
    type Count = 'calls' | 'conversations' | 'applications' | 'moves' | 'hired'
    const sum = (of: Count) => formatNumber(items.reduce((total, item) => total + item[of], 0))
    const figureOf = (index: number, of: Count, counts: ReportFigure): Figure => {
      const { at } = items[index]!
      const to = items[index + 1]?.at ?? period.to
      // The first week may start before the period.
      const from = at < period.from ? period.from : at
      return {
        text: formatNumber(items[index]![of]),
        counts,
        period: { from, to, timezone: period.timezone },
      }
    }
    const series = (of: Count, label: string, counts: ReportFigure) => ({
      key: of,
      label,
      mark: 'columns' as const,
      points: items.map((item, index) => ({ value: item[of], figure: figureOf(index, of, counts) })),
    })
    const calls = series('calls', t`Calls`, { counts: 'calls', which: 'placed' })
    const conversations = { counts: 'calls', which: 'conversations' } as const
    return [
      {
        kind: 'time',
        key: 'days',
        span: 6,
        headers: { label: t`Period start` },
        buckets: items.map(({ at }) => formatDayIn(at, period.timezone)),
        layout: 'rows',
        series: [
          {
            ...calls,
            figure: { text: sum('calls'), counts: { counts: 'calls', which: 'placed' } },
            partLabel: t`Conversations`,
            points: calls.points.map((point, index) => ({
              ...point,
              part: {
                value: items[index]!.conversations,
                figure: figureOf(index, 'conversations', conversations),
              },
            })),
          },
          {
            ...series('applications', t`New applications`, { counts: 'created' }),
            figure: { text: sum('applications'), counts: { counts: 'created' } },
          },
          // An application moved on two days counts on both, so these have no total.
          series('moves', t`Moved`, { counts: 'moved' }),
          series('hired', t({ message: 'Hired', context: 'key figure' }), {
            counts: 'entered',
            type: 'hired',
          }),
        ],
      },
    ]
  },
})
