import type { Interval } from '@muster/contract/plans.ts'
import { describe, expect, it } from 'vitest'
import type { Terms } from '../plans/present-terms.ts'
import { decideChange, sumOf } from './decide-change.ts'
import type { LoadedSubscription } from './load-subscription.ts'
import type { Offer } from './plan-offer.ts'
import { amountOf } from './pricing.ts'

const at = (day: string) => `${day}T10:00:00.000Z`

function termsOf(monthly: number, yearly: number, more: Partial<Terms> = {}): Terms {
  return {
    number: 1,
    priceMonthlyMinor: monthly,
    priceYearlyMinor: yearly,
    currency: 'EUR',
    perSeat: false,
    trialDays: 0,
    limits: {} as Terms['limits'],
    features: [],
    since: at('2026-01-01'),
    ...more,
  }
}

const plans = {
  small: termsOf(3000, 30_000),
  large: termsOf(9000, 90_000),
  /** The monthly price of `small`, with a lower yearly price. */
  cheapYear: termsOf(3000, 1000),
  bySeat: termsOf(1000, 10_000, { perSeat: true }),
  inDollars: termsOf(9000, 90_000, { currency: 'USD' }),
  tried: termsOf(3000, 30_000, { trialDays: 14 }),
  free: termsOf(0, 0),
}
type Plan = keyof typeof plans

function offer(plan: Plan, interval: Interval = 'month', seats: number | null = null): Offer {
  const terms = plans[plan]
  return { planId: plan, name: plan, terms, interval, seats, amountMinor: amountOf(terms, interval, seats) }
}

/** A live subscription a third of the way into its June period, unless it is yearly. */
function live(plan: Plan, interval: Interval = 'month', more: Partial<LoadedSubscription['row']> = {}) {
  return {
    row: {
      plan_id: plan,
      terms: 1,
      interval,
      seats: null,
      state: 'active',
      period_start: at('2026-06-01'),
      period_end: interval === 'month' ? at('2026-07-01') : at('2027-06-01'),
      ...more,
    },
    planName: plan,
    terms: plans[plan],
    interval,
    next: null,
  } as LoadedSubscription
}

/** Ten of thirty days into the period. */
const now = at('2026-06-11')
const decide = (has: LoadedSubscription | null, wants: Offer, hadTrial = false) =>
  decideChange(has, wants, { now, hadTrial })
const amounts = ({ lines }: ReturnType<typeof decide>) =>
  lines.map(({ kind, amountMinor }) => [kind, amountMinor])

describe('the first plan', () => {
  it('is paid in full now, for a period from now', () => {
    const change = decide(null, offer('small'))
    expect(change).toMatchObject({
      effect: 'checkout',
      at: now,
      trialDays: 0,
      period: { start: now, end: at('2026-07-11') },
      nextInvoiceAt: at('2026-07-11'),
    })
    expect(amounts(change)).toEqual([['plan', 3000]])
    expect(decide(null, offer('small', 'year')).nextInvoiceAt).toBe(at('2027-06-11'))
  })

  it('starts with its free trial, until the trial’s last day', () => {
    expect(decide(null, offer('tried'))).toMatchObject({
      effect: 'checkout',
      trialDays: 14,
      lines: [],
      period: { start: now, end: at('2026-06-25') },
      nextInvoiceAt: at('2026-06-25'),
    })
  })

  it('has no second trial', () => {
    const change = decide(null, offer('tried'), true)
    expect(change).toMatchObject({ trialDays: 0, nextInvoiceAt: at('2026-07-11') })
    expect(amounts(change)).toEqual([['plan', 3000]])
  })
})

describe('a change of plan', () => {
  it('to a more expensive one is immediate, prorated less a credit for the old one', () => {
    const change = decide(live('small'), offer('large'))
    expect(change).toMatchObject({
      effect: 'now',
      at: now,
      period: { start: at('2026-06-01'), end: at('2026-07-01') },
      nextInvoiceAt: at('2026-07-01'),
    })
    expect(amounts(change)).toEqual([
      ['credit', -2000],
      ['plan', 6000],
    ])
    expect(change.lines.map(({ from, to }) => [from, to])).toEqual([
      [now, at('2026-07-01')],
      [now, at('2026-07-01')],
    ])
  })

  it('to a cheaper one waits for the end of the period and costs nothing before', () => {
    expect(decide(live('large'), offer('small'))).toMatchObject({
      effect: 'period_end',
      at: at('2026-07-01'),
      lines: [],
      period: { start: at('2026-07-01'), end: at('2026-08-01') },
      nextInvoiceAt: at('2026-07-01'),
    })
  })

  it('to one of the same price is immediate and free', () => {
    const change = decide(live('small'), offer('cheapYear'))
    expect([change.effect, sumOf(change.lines)]).toEqual(['now', 0])
  })

  it('to more seats is immediate, to fewer waits for the end of the period', () => {
    const has = live('bySeat', 'month', { seats: 3 })
    expect(amounts(decide(has, offer('bySeat', 'month', 6)))).toEqual([
      ['credit', -2000],
      ['plan', 4000],
    ])
    expect(decide(has, offer('bySeat', 'month', 2)).effect).toBe('period_end')
  })

  it('to the current plan changes nothing', () => {
    expect(decide(live('small'), offer('small'))).toMatchObject({ effect: 'none', lines: [] })
    expect(decide(live('bySeat', 'month', { seats: 2 }), offer('bySeat', 'month', 2)).effect).toBe('none')
  })

  it.each([
    ['other terms of the plan', live('small', 'month', { terms: 2 }), offer('small')],
    ['the year', live('small'), offer('small', 'year')],
    ['another number of seats', live('bySeat', 'month', { seats: 1 }), offer('bySeat', 'month', 2)],
    ['another plan', live('small'), offer('cheapYear')],
  ])('to %s counts as one', (_, has, wants) => {
    expect(decide(has, wants).effect).not.toBe('none')
  })

  it('from monthly to yearly is immediate, for a year from now, less the unused month', () => {
    const change = decide(live('small'), offer('small', 'year'))
    expect(change).toMatchObject({
      effect: 'now',
      period: { start: now, end: at('2027-06-11') },
      nextInvoiceAt: at('2027-06-11'),
    })
    expect(amounts(change)).toEqual([
      ['credit', -2000],
      ['plan', 30_000],
    ])
  })

  it('never produces a negative invoice: it waits for the end of the period instead', () => {
    const change = decide(live('large'), offer('cheapYear', 'year'))
    expect(change).toMatchObject({ effect: 'period_end', lines: [], at: at('2026-07-01') })
  })

  it('from yearly to monthly waits for the end of the year, even to a more expensive plan', () => {
    expect(decide(live('small', 'year'), offer('large'))).toMatchObject({
      effect: 'period_end',
      at: at('2027-06-01'),
      lines: [],
      period: { start: at('2027-06-01'), end: at('2027-07-01') },
    })
    const dearest = termsOf(900_000, 9_000_000)
    const wants = { ...offer('large'), planId: 'dearest', terms: dearest, amountMinor: 900_000 }
    expect(decide(live('small', 'year'), wants).effect).toBe('period_end')
  })

  it('to another currency waits for the end of the period', () => {
    expect(decide(live('small'), offer('inDollars'))).toMatchObject({ effect: 'period_end', lines: [] })
  })

  it('during a trial is immediate and free, and the trial ends as planned', () => {
    expect(decide(live('large', 'month', { state: 'trialing' }), offer('small'))).toMatchObject({
      effect: 'now',
      lines: [],
      nextInvoiceAt: at('2026-07-01'),
    })
  })

  it('to a free plan takes effect at the end of the paid period', () => {
    expect(decide(live('small'), offer('free'))).toMatchObject({
      effect: 'free',
      at: at('2026-07-01'),
      lines: [],
      nextInvoiceAt: null,
    })
    expect(decide(null, offer('free'))).toMatchObject({ effect: 'free', at: now })
  })
})
