import { plural, t } from '@lingui/core/macro'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { formatMoney } from '../ui/money.ts'
import { priceText } from './plan-labels.ts'
import type { Subscription } from './plans-query.ts'

/** The subscription's terms, price and next invoice. */
export function SubscriptionSummary({ subscription }: { subscription: Subscription }) {
  const { amountMinor, currency, interval, seats, periodStart, periodEnd, nextInvoice, change } = subscription
  const [from, to] = [formatDay(periodStart), formatDay(periodEnd)]
  const count = formatNumber(seats ?? 0)
  const price = priceText(amountMinor, { currency, interval })
  return (
    <DescriptionList>
      <dt>{t`Price`}</dt>
      <dd>
        {price}
        {seats !== null && <> · {plural(seats, { one: `${count} seat`, other: `${count} seats` })}</>}
      </dd>
      <dt>{subscription.state === 'trialing' ? t`Trial` : t`Period`}</dt>
      <dd>{t`${from} to ${to}`}</dd>
      <dt>{t`Next invoice`}</dt>
      <dd>
        {nextInvoice
          ? t`${formatMoney(nextInvoice.amountMinor, nextInvoice.currency)} on ${formatDay(nextInvoice.at)}`
          : t({ message: 'none', context: 'an invoice' })}
      </dd>
      {change && (
        <>
          <dt>{t`Changes to`}</dt>
          <dd>{t`${change.plan.name} on ${formatDay(change.at)}`}</dd>
        </>
      )}
    </DescriptionList>
  )
}
