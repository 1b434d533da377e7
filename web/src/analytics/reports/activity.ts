import { msg, t } from '@lingui/core/macro'
import { exportDailyActivity, getDailyActivity } from '@muster/contract/dashboard.ts'
import { formatDayIn } from '../../dashboard/format-day-in.ts'
import { formatNumber } from '../../ui/format.ts'
import { report } from './report.ts'

/** What was done each day; each number opens its own rows of that day. */
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
  charts: ({ items, period }) => [
    {
      kind: 'bars',
      key: 'days',
      span: 6,
      heads: {
        label: t`From`,
        figure: t`Calls`,
        notes: [t`Conversations`, t`New`, t`Moved`, t({ message: 'Hired', context: 'key figure' })],
      },
      scale: 'calls',
      bars: items.map(({ at, calls, conversations, applications, moves, hired }, index) => {
        const day = { from: at, to: items[index + 1]?.at ?? period.to, timezone: period.timezone }
        // The first week may begin before the period does.
        if (day.from < period.from) day.from = period.from
        const figure = (count: number) => ({ text: formatNumber(count), period: day })
        return {
          key: at,
          label: formatDayIn(at, period.timezone),
          value: calls,
          part: { value: conversations, figure: figure(conversations) },
          figure: { ...figure(calls), counts: { counts: 'calls', which: 'placed' } as const },
          notes: [
            { ...figure(conversations), counts: { counts: 'calls', which: 'conversations' } as const },
            { ...figure(applications), counts: { counts: 'created' } as const },
            { ...figure(moves), counts: { counts: 'moved' } as const },
            { ...figure(hired), counts: { counts: 'entered', type: 'hired' } as const },
          ],
        }
      }),
    },
  ],
})
