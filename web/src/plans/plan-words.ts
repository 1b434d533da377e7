import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { invoiceStates } from '@muster/contract/invoices.ts'
import type { Limit, Limits, PlanLimit } from '@muster/contract/plan-limits.ts'
import type { getPlan, Interval, planStates } from '@muster/contract/plans.ts'
import type { SubscriptionState } from '@muster/contract/subscription-states.ts'
import { formatNumber } from '../ui/format.ts'
import { formatPrice } from './money.ts'

export type Plan = ResponseOf<typeof getPlan>
type Terms = Plan['terms']

/** What a card says of what is sold. */
export type Sold = Pick<
  Terms,
  'priceMonthlyMinor' | 'priceYearlyMinor' | 'currency' | 'perSeat' | 'trialDays' | 'features'
> & { limits: Limits }

/** In the order shown. The contract's own list would bring its schemas along. */
export const limitKeys = ['seats', 'openPositions', 'applicationsAMonth', 'callMinutesAMonth'] as const

export const limitNames: Record<PlanLimit, MessageDescriptor> = {
  seats: msg`Seats`,
  openPositions: msg`Open positions`,
  applicationsAMonth: msg`Applications a month`,
  callMinutesAMonth: msg`Call minutes a month`,
}

export const limitDefinitions: Record<PlanLimit, MessageDescriptor> = {
  seats: msg`Active colleagues and invitations that are still open`,
  openPositions: msg`Positions that are open now; those on hold, closed or deleted do not count`,
  applicationsAMonth: msg`Applications created since the month began; deleted and undone ones do not count`,
  callMinutesAMonth: msg`Length of the calls that began since the month did, rounded up to a whole minute together`,
}

export const subscriptionStateWords: Record<SubscriptionState, MessageDescriptor> = {
  trialing: msg`Trial`,
  active: msg({ message: 'Active', context: 'a subscription' }),
  past_due: msg`Past due`,
  canceled: msg({ message: 'Ended', context: 'a subscription' }),
}

export const invoiceStateWords: Record<(typeof invoiceStates)[number], MessageDescriptor> = {
  open: msg({ message: 'Open', context: 'an invoice' }),
  paid: msg({ message: 'Paid', context: 'an invoice' }),
  void: msg({ message: 'Void', context: 'an invoice' }),
}

export const planStateWords: Record<(typeof planStates)[number], MessageDescriptor> = {
  public: msg({ message: 'For sale', context: 'a plan' }),
  hidden: msg({ message: 'Hidden', context: 'a plan' }),
  archived: msg({ message: 'Archived', context: 'a plan' }),
}

export function formatLimit(limit: Limit): string {
  return limit === 'unlimited' ? t({ message: 'unlimited', context: 'a limit' }) : formatNumber(limit)
}

/** "Up to 50 seats": a line of a card. */
export function sayLimit(what: PlanLimit, limit: Limit): string {
  if (limit === 'unlimited') {
    switch (what) {
      case 'seats':
        return t`Unlimited seats`
      case 'openPositions':
        return t`Unlimited open positions`
      case 'applicationsAMonth':
        return t`Unlimited applications`
      case 'callMinutesAMonth':
        return t`Unlimited call minutes`
    }
  }
  const count = formatNumber(limit)
  switch (what) {
    case 'seats':
      return plural(limit, { one: `${count} seat`, other: `${count} seats` })
    case 'openPositions':
      return plural(limit, { one: `${count} open position`, other: `${count} open positions` })
    case 'applicationsAMonth':
      return plural(limit, { one: `${count} application a month`, other: `${count} applications a month` })
    case 'callMinutesAMonth':
      return plural(limit, { one: `${count} call minute a month`, other: `${count} call minutes a month` })
  }
}

export function priceOf(terms: Sold, interval: Interval): number | null {
  return interval === 'month' ? terms.priceMonthlyMinor : terms.priceYearlyMinor
}

/** Free, or sold by agreement: the same by the month and by the year. */
export function hasPrice({ priceMonthlyMinor, priceYearlyMinor }: Sold): boolean {
  return Boolean(priceMonthlyMinor || priceYearlyMinor)
}

/** "$39 a month for each seat". */
export function sayPrice(
  minor: number,
  { currency, interval, perSeat = false }: { currency: string; interval: Interval; perSeat?: boolean },
): string {
  const price = formatPrice(minor, currency)
  if (perSeat)
    return interval === 'month' ? t`${price} a month for each seat` : t`${price} a year for each seat`
  return interval === 'month' ? t`${price} a month` : t`${price} a year`
}

/** All its prices in one line. */
export function sayPrices(terms: Sold): string {
  const { priceMonthlyMinor, priceYearlyMinor, currency, perSeat } = terms
  if (!hasPrice(terms))
    return priceMonthlyMinor === null && priceYearlyMinor === null ? t`By agreement` : t`Free`
  const prices = [
    priceMonthlyMinor ? sayPrice(priceMonthlyMinor, { currency, interval: 'month', perSeat }) : null,
    priceYearlyMinor ? sayPrice(priceYearlyMinor, { currency, interval: 'year', perSeat }) : null,
  ]
  return prices.filter(Boolean).join(' · ')
}
