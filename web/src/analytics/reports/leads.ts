import { msg, plural, t } from '@lingui/core/macro'
import { exportLeadsStatusOverview, getLeadsStatusOverview } from '@muster/contract/dashboard.ts'
import { statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import { report } from './report.ts'

/** The current statuses of open applications, independent of the period. */
export const leads = report({
  key: 'leads',
  title: msg`Open applications by status`,
  definitions: ['openNow', 'lateNow'],
  endpoint: getLeadsStatusOverview,
  export: exportLeadsStatusOverview,
  ofNow: true,
  isEmpty: ({ items }) => items.every(({ count }) => count === 0),
  charts: ({ items }) => [
    {
      kind: 'bars',
      key: 'leads',
      span: 6,
      title: t`Open applications today, regardless of period`,
      headers: { label: t`Type`, figure: t`Applications`, notes: [t`Overdue`] },
      scale: 'open',
      bars: items.map(({ type, count, late }) => ({
        key: type,
        label: t(statusTypeLabels[type]),
        type,
        value: count,
        figure: { text: formatNumber(count), counts: { counts: 'open', type } },
        notes: [
          late > 0
            ? {
                text: plural(late, { one: '# overdue', other: '# overdue' }),
                counts: { counts: 'late', type },
              }
            : { text: '' },
        ],
      })),
    },
  ],
})
