import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Interval } from '@muster/contract/plans.ts'
import type { previewChange } from '@muster/contract/subscriptions.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { formatMoney } from '../ui/money.ts'
import { Part } from '../ui/part.tsx'
import { formatLimit, limitNames, priceText } from './plan-labels.ts'
import classes from './plans-page.module.css'

export type Preview = ResponseOf<typeof previewChange>
type Line = Preview['lines'][number]

function LineText({ line: { kind, planName, quantity, from, to } }: { line: Line }) {
  const count = formatNumber(quantity)
  return (
    <>
      {kind === 'credit' ? <Trans>Unused time on {planName}</Trans> : planName}
      <span className={classes.caption}>
        {quantity > 1 && `${plural(quantity, { one: `${count} seat`, other: `${count} seats` })} · `}
        {from && to ? t`${formatDay(from)} to ${formatDay(to)}` : t`from the payment date`}
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
            <Trans>Due now</Trans>
          </th>
          <td>{formatMoney(dueNowMinor, currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** States when the change takes effect. */
function When({ preview: { effect, at, trialDays, nextInvoiceAt } }: { preview: Preview }) {
  const on = formatDay(at)
  const days = formatNumber(trialDays)
  const first = nextInvoiceAt ? formatDay(nextInvoiceAt) : ''
  if (effect === 'none') return <Trans>This is your current plan.</Trans>
  if (effect === 'period_end') return <Trans>Changes on {on}, when the paid period ends.</Trans>
  if (effect === 'now') return <Trans>Changes immediately. Unused time is credited.</Trans>
  if (effect === 'free')
    return Date.parse(at) > Date.now() ? (
      <Trans>Changes on {on}, when the paid period ends.</Trans>
    ) : (
      <Trans>Changes immediately.</Trans>
    )
  if (trialDays > 0)
    return (
      <Trans>
        Starts now with a {days}-day free trial. The first payment is due on {first}.
      </Trans>
    )
  return <Trans>Starts when it is paid.</Trans>
}

/** Previews a change of plan: the date, the amount due, and what becomes more or less. */
export function ChangePreview({ preview, interval }: { preview: Preview; interval: Interval }) {
  const { amountMinor, currency, lines, exceeded, changes, effect } = preview
  const price = priceText(amountMinor, { currency, interval })
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
        <Part title={<Trans>Changes</Trans>}>
          <DescriptionList>
            {changes.map(({ what, from, to }) => (
              <div key={what}>
                <dt>{t(limitNames[what])}</dt>
                <dd>
                  {formatLimit(from)} → {formatLimit(to)}
                </dd>
              </div>
            ))}
          </DescriptionList>
        </Part>
      )}
      {exceeded.length > 0 && (
        <Part title={<Trans>Your usage exceeds this plan</Trans>} warns>
          <DescriptionList>
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
          </DescriptionList>
          <p>
            <Trans>Nothing is removed. You cannot add more until you are below the limit.</Trans>
          </p>
        </Part>
      )}
    </>
  )
}
