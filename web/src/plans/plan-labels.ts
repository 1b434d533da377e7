import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { invoiceStates } from '@muster/contract/invoices.ts'
import type { Limit, Limits, PlanLimit } from '@muster/contract/plan-limits.ts'
import type { getPlan, Interval, planStates } from '@muster/contract/plans.ts'
import type { SubscriptionState } from '@muster/contract/subscription-states.ts'
import { formatNumber } from '../ui/format.ts'
import { formatPrice } from '../ui/money.ts'

export type Plan = ResponseOf<typeof getPlan>
type Terms = Plan['terms']

/** The terms that a card shows. */
export type CardTerms = Pick<
  Terms,
  'priceMonthlyMinor' | 'priceYearlyMinor' | 'currency' | 'perSeat' | 'trialDays' | 'features'
> & { limits: Limits }

/** In display order. Importing the contract's list would bundle its schemas. */
export const limitKeys = ['seats', 'openPositions', 'applicationsAMonth', 'callMinutesAMonth'] as const

export const limitNames: Record<PlanLimit, MessageDescriptor> = {
  seats: msg`Seats`,
  openPositions: msg`Open positions`,
  applicationsAMonth: msg`Applications per month`,
  callMinutesAMonth: msg`Call minutes per month`,
}

export const limitDefinitions: Record<PlanLimit, MessageDescriptor> = {
  seats: msg`Active users and pending invitations`,
  openPositions: msg`Positions that are open now, excluding those on hold, closed or deleted`,
  applicationsAMonth: msg`Applications created this month, excluding deleted applications and undone imports`,
  callMinutesAMonth: msg`Total length of calls started this month, rounded up to the next minute`,
}

export const subscriptionStateLabels: Record<SubscriptionState, MessageDescriptor> = {
  trialing: msg`Trial`,
  active: msg({ message: 'Active', context: 'a subscription' }),
  past_due: msg`Past due`,
  canceled: msg({ message: 'Ended', context: 'a subscription' }),
}

export const invoiceStateLabels: Record<(typeof invoiceStates)[number], MessageDescriptor> = {
  open: msg({ message: 'Open', context: 'an invoice' }),
  paid: msg({ message: 'Paid', context: 'an invoice' }),
  void: msg({ message: 'Void', context: 'an invoice' }),
}

export const planStateLabels: Record<(typeof planStates)[number], MessageDescriptor> = {
  public: msg({ message: 'For sale', context: 'a plan' }),
  hidden: msg({ message: 'Hidden', context: 'a plan' }),
  archived: msg({ message: 'Archived', context: 'a plan' }),
}

export function formatLimit(limit: Limit): string {
  return limit === 'unlimited' ? t({ message: 'unlimited', context: 'a limit' }) : formatNumber(limit)
}

/** "Up to 50 seats". */
export function limitText(what: PlanLimit, limit: Limit): string {
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
      return plural(limit, {
        one: `${count} application per month`,
        other: `${count} applications per month`,
      })
    case 'callMinutesAMonth':
      return plural(limit, {
        one: `${count} call minute per month`,
        other: `${count} call minutes per month`,
      })
  }
}

export function priceOf(terms: CardTerms, interval: Interval): number | null {
  return interval === 'month' ? terms.priceMonthlyMinor : terms.priceYearlyMinor
}

/** Returns false for plans that are free or sold by agreement, whose card does not depend on the interval. */
export function hasPrice({ priceMonthlyMinor, priceYearlyMinor }: CardTerms): boolean {
  return Boolean(priceMonthlyMinor || priceYearlyMinor)
}

/** "$39 a month for each seat". */
export function priceText(
  minor: number,
  { currency, interval, perSeat = false }: { currency: string; interval: Interval; perSeat?: boolean },
): string {
  const price = formatPrice(minor, currency)
  if (perSeat) return interval === 'month' ? t`${price} per seat per month` : t`${price} per seat per year`
  return interval === 'month' ? t`${price} per month` : t`${price} per year`
}

/** Formats all prices in one line. */
export function pricesText(terms: CardTerms): string {
  const { priceMonthlyMinor, priceYearlyMinor, currency, perSeat } = terms
  if (!hasPrice(terms))
    return priceMonthlyMinor === null && priceYearlyMinor === null ? t`Custom pricing` : t`Free`
  const prices = [
    priceMonthlyMinor ? priceText(priceMonthlyMinor, { currency, interval: 'month', perSeat }) : null,
    priceYearlyMinor ? priceText(priceYearlyMinor, { currency, interval: 'year', perSeat }) : null,
  ]
  return prices.filter(Boolean).join(' · ')
}
