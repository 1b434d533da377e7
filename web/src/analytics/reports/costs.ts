import { msg, plural, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import { exportCostsBySource, getCostsBySource } from '@muster/contract/source-costs.ts'
import { monthName } from '../../source-costs/costs-of-year.ts'
import { formatList } from '../../ui/format.ts'
import { formatAmounts } from '../../ui/money.ts'
import type { Figure } from '../charts/chart.ts'
import { baseText, define, moreText, report } from './report.ts'

type Item = ResponseOf<typeof getCostsBySource>['items'][number]

/** Says for which months the costs are too low, since nothing was entered. */
function withoutText(months: readonly string[]): string {
  if (months.length > 3) return plural(months.length, { other: 'no costs entered for # of the months' })
  const names = formatList(months.map((month) => monthName(month, true)))
  return months.length > 0 ? t`no costs entered for ${names}` : ''
}

/** What sources cost, and what that is per conversation, qualified application and hire. */
export const costs = report({
  key: 'costs',
  title: msg`Costs by source`,
  definitions: ['costsBySource', 'costPerOutcome', 'fewToCompare'],
  endpoint: getCostsBySource,
  export: exportCostsBySource,
  source: { label: msg`Enter costs`, to: '/settings/source-costs', needs: 'workspace:manage' },
  isEmpty: ({ items }) => items.length === 0,
  charts: ({ items, period, sourceCount, total, monthsWithoutCosts }) => {
    const most = [...total.total].sort((one, other) => other.minor - one.minor)[0]?.currency
    const amountOf = (sums: Item['total']) => sums.find(({ currency }) => currency === most)?.minor ?? 0
    return [
      {
        kind: 'bars',
        key: 'costs',
        span: 6,
        title: t`By source`,
        definition: define('costsBySource'),
        base: {
          text: [formatAmounts(total.total), withoutText(monthsWithoutCosts)].filter(Boolean).join(' · '),
        },
        more: moreText(items.length, sourceCount),
        headers: {
          label: t`Source`,
          figure: t`Costs`,
          part: t`Call costs`,
          notes: [t`Per conversation`, t`Per qualified application`, t`Per hire in the period`],
        },
        scale: 'costs',
        bars: items.map(({ source, calls, total: all, perConversation, perQualified, perHire }) => {
          const per = (
            measure: 'conversations' | 'qualified' | 'hired',
            { n, isFew, amounts }: Item['perHire'],
          ): Figure => {
            const [cost, of] = [formatAmounts(amounts), baseText(n)]
            return {
              text: `${cost} · ${of}`,
              few: isFew,
              behind: rowsOfCell(measure, period, [
                { grouping: 'source', keys: [source], isExcluded: false },
              ]),
            }
          }
          return {
            key: source ?? '',
            label: source ?? t`No source`,
            value: amountOf(all),
            quiet: source === null,
            figure: { text: formatAmounts(all) },
            part: { value: amountOf(calls), figure: { text: formatAmounts(calls) } },
            notes: [
              per('conversations', perConversation),
              per('qualified', perQualified),
              per('hired', perHire),
            ],
          }
        }),
      },
    ]
  },
})
