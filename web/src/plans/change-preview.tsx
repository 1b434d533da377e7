import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Interval } from '@muster/contract/plans.ts'
import type { previewChange } from '@muster/contract/subscriptions.ts'
import { FactList } from '../ui/fact-list.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { Part } from '../ui/part.tsx'
import { formatMoney } from './money.ts'
import { formatLimit, limitNames, sayPrice } from './plan-words.ts'
import classes from './plans-page.module.css'

export type Preview = ResponseOf<typeof previewChange>
type Line = Preview['lines'][number]

function LineText({ line: { kind, planName, quantity, from, to } }: { line: Line }) {
  const count = formatNumber(quantity)
  return (
    <>
      {kind === 'credit' ? <Trans>Unused time of {planName}</Trans> : planName}
      <span className={classes.caption}>
        {quantity > 1 && `${plural(quantity, { one: `${count} seat`, other: `${count} seats` })} · `}
        {from && to ? t`${formatDay(from)} to ${formatDay(to)}` : t`from the day it is paid`}
      </span>
    </>
  )
}

function DueNow({ preview: { lines, dueNowMinor, currency } }: { preview: Preview }) {
  return (
    <table className={classes.lines}>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.kind} ${line.from}`}>
            <th scope="row">
              <LineText line={line} />
            </th>
            <td>{formatMoney(line.amountMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Trans>To pay now</Trans>
          </th>
          <td>{formatMoney(dueNowMinor, currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** When it takes effect, in one sentence. */
function When({ preview: { effect, at, trialDays, nextInvoiceAt } }: { preview: Preview }) {
  const on = formatDay(at)
  const days = formatNumber(trialDays)
  const first = nextInvoiceAt ? formatDay(nextInvoiceAt) : ''
  if (effect === 'none') return <Trans>This is what you have.</Trans>
  if (effect === 'period_end') return <Trans>Changes on {on}, when what was paid for is used up.</Trans>
  if (effect === 'now') return <Trans>Changes at once. Unused time is taken off.</Trans>
  if (effect === 'free')
    return Date.parse(at) > Date.now() ? (
      <Trans>Changes on {on}, when what was paid for is used up.</Trans>
    ) : (
      <Trans>Changes at once.</Trans>
    )
  if (trialDays > 0)
    return (
      <Trans>
        Begins at once with {days} days that cost nothing. The first payment is due on {first}.
      </Trans>
    )
  return <Trans>Begins as soon as it is paid.</Trans>
}

/** What choosing a plan would do: when, for how much, and what becomes more or less. */
export function ChangePreview({ preview, interval }: { preview: Preview; interval: Interval }) {
  const { amountMinor, currency, lines, exceeded, changes, effect } = preview
  const price = sayPrice(amountMinor, { currency, interval })
  return (
    <>
      <Part>
        <p>
          <When preview={preview} />
        </p>
        {lines.length > 0 && <DueNow preview={preview} />}
        {amountMinor > 0 && effect !== 'none' && (
          <p>
            {lines.length > 0 || effect === 'period_end' ? (
              <Trans>Then {price}.</Trans>
            ) : (
              <Trans>{price}.</Trans>
            )}
          </p>
        )}
      </Part>
      {changes.length > 0 && (
        <Part title={<Trans>What changes</Trans>}>
          <FactList>
            {changes.map(({ what, from, to }) => (
              <div key={what}>
                <dt>{t(limitNames[what])}</dt>
                <dd>
                  {formatLimit(from)} → {formatLimit(to)}
                </dd>
              </div>
            ))}
          </FactList>
        </Part>
      )}
      {exceeded.length > 0 && (
        <Part title={<Trans>You use more than this plan allows</Trans>} warns>
          <FactList>
            {exceeded.map(({ what, used, limit }) => {
              const [count, most] = [formatNumber(used), formatNumber(limit)]
              return (
                <div key={what}>
                  <dt>{t(limitNames[what])}</dt>
                  <dd>
                    <Trans>
                      {count} in use, {most} allowed
                    </Trans>
                  </dd>
                </div>
              )
            })}
          </FactList>
          <p>
            <Trans>Nothing is taken away. No more can be added until there is room.</Trans>
          </p>
        </Part>
      )}
    </>
  )
}
