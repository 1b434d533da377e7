import { t } from '@lingui/core/macro'
import { fewestToCompare } from '@muster/contract/measures.ts'
import { outcomeLabels } from '../calls/call-labels.ts'
import { ListLink } from '../dashboard/rows-link.tsx'
import { formatNumber } from '../ui/format.ts'
import { formatAmounts, formatMoney } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import { paidCalls } from './rows.ts'
import classes from './wallboard.module.css'
import type { Wallboard } from './wallboard-queries.ts'

function PerCall({
  label,
  cost,
  currency,
  of,
}: {
  label: string
  cost: number | null
  currency: string
  of: number
}) {
  const isFew = of < fewestToCompare
  return (
    <div>
      <dt>{label}</dt>
      <dd data-few={isFew || undefined} title={isFew ? t`Fewer than 10: too few to compare` : undefined}>
        {cost === null ? '–' : formatMoney(cost, currency)}{' '}
        <span className={classes.of}>{t`of ${formatNumber(of)}`}</span>
      </dd>
    </div>
  )
}

/** What the calls of today cost, by currency and by outcome. */
export function CostsSection({ wallboard }: { wallboard: Wallboard }) {
  const { total, outcomes } = wallboard.costs
  return (
    <Section
      title={t`Costs today`}
      text={t`Of calls with a reported cost. By conversation and by the outcome Qualified: the whole cost divided by their number.`}
    >
      {total.length === 0 ? (
        <p className={classes.note}>{t`No call of today has a cost`}</p>
      ) : (
        <>
          {total.map(({ currency, minor, conversations, qualified, perConversation, perQualified }) => (
            <dl key={currency} className={classes.figures}>
              <div>
                <dt>{t({ message: 'Total', context: 'cost' })}</dt>
                <dd>{formatMoney(minor, currency)}</dd>
              </div>
              <PerCall
                label={t`By conversation`}
                cost={perConversation}
                currency={currency}
                of={conversations}
              />
              <PerCall label={t`By qualified`} cost={perQualified} currency={currency} of={qualified} />
            </dl>
          ))}
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t`Outcome`}</th>
                <th scope="col">{t`Calls`}</th>
                <th scope="col">{t`Cost`}</th>
              </tr>
            </thead>
            <tbody>
              {outcomes.map(({ outcome, calls, costs }) => (
                <tr key={outcome ?? ''}>
                  <th scope="row">{outcome ? t(outcomeLabels[outcome]) : t`No outcome`}</th>
                  <td>
                    <ListLink behind={paidCalls(wallboard, { outcome: [outcome ?? 'none'] })}>
                      {formatNumber(calls)}
                    </ListLink>
                  </td>
                  <td>{formatAmounts(costs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Section>
  )
}
