import { msg, t } from '@lingui/core/macro'
import { exportProspectFinalDisposition, getProspectFinalDisposition } from '@muster/contract/reports.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { dispositionLabels, statusTypeLabels } from '../../texts/contract-labels.ts'
import { formatNumber } from '../../ui/format.ts'
import type { Bar } from '../charts/chart.ts'
import { baseText, define, rateText, report } from './report.ts'

const mostReasons = 12

/** The dispositions of applications, their reasons, and the furthest status types. */
export const dispositions = report({
  key: 'dispositions',
  title: msg`Application outcomes`,
  definitions: ['finalDisposition', 'noneGiven'],
  endpoint: getProspectFinalDisposition,
  export: exportProspectFinalDisposition,
  isEmpty: ({ total }) => total === 0,
  charts: ({ items, total }) => {
    const all = { text: baseText(total), counts: { counts: 'ended' } as const }
    const part = (count: number) => ({ text: rateText(total > 0 ? count / total : null) })
    const reasons = items
      .flatMap(({ disposition, reasons }) =>
        reasons.flatMap(({ reasonId, name, count }): Bar[] => {
          if (reasonId === null || name === null) return []
          const counts = { counts: 'ended', disposition, reasonId } as const
          const ending = t(dispositionLabels[disposition])
          return [
            {
              key: `${disposition} ${reasonId}`,
              label: t`${name} (${ending})`,
              value: count,
              figure: { text: formatNumber(count), counts },
              notes: [part(count)],
            },
          ]
        }),
      )
      .sort((one, other) => (other.value ?? 0) - (one.value ?? 0))
    const inType = new Map<string, number>()
    for (const { byType } of items)
      for (const { type, count } of byType) inType.set(type, (inType.get(type) ?? 0) + count)
    return [
      {
        kind: 'bars',
        key: 'dispositions',
        span: 3,
        title: t`Outcomes`,
        definition: define('finalDisposition'),
        base: all,
        headers: { label: t`Outcome`, figure: t`Applications`, notes: [t`% of total`] },
        scale: 'dispositions',
        bars: items.map(({ disposition, count, share }) => ({
          key: disposition,
          label: t(dispositionLabels[disposition]),
          value: count,
          figure: { text: formatNumber(count), counts: { counts: 'ended', disposition } },
          notes: [{ text: rateText(share) }],
        })),
      },
      {
        kind: 'bars',
        key: 'types',
        span: 3,
        title: t`Stage when closed`,
        headers: { label: t`Type`, figure: t`Applications`, notes: [t`% of total`] },
        scale: 'types',
        bars: statusTypeKeys
          .filter((type) => inType.has(type))
          .map((type) => {
            const count = inType.get(type) ?? 0
            return {
              key: type,
              label: t(statusTypeLabels[type]),
              type,
              value: count,
              figure: { text: formatNumber(count), counts: { counts: 'ended', type } },
              notes: [part(count)],
            }
          }),
      },
      {
        kind: 'bars',
        key: 'reasons',
        span: 6,
        title: t`Top reasons`,
        headers: { label: t`Reason`, figure: t`Applications`, notes: [t`% of total`] },
        scale: 'reasons',
        bars: reasons.slice(0, mostReasons),
      },
    ]
  },
})
