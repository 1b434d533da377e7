import type { invoiceLine } from '@muster/contract/invoices.ts'
import type { z } from 'zod'
import type { LoadedSubscription } from './load-subscription.ts'
import type { Offer } from './plan-offer.ts'
import { amountOf, isFree, periodEndAfter, prorate, unitPrice } from './pricing.ts'

export type InvoiceLine = z.input<typeof invoiceLine>

interface Period {
  start: string
  end: string
}

/** What choosing a plan does, and what it costs at once. */
export interface Change {
  effect: 'checkout' | 'now' | 'period_end' | 'free' | 'none'
  /** When it takes effect. */
  at: string
  trialDays: number
  /** For the invoice of this moment. */
  lines: InvoiceLine[]
  /** Of the plan that is chosen, from when it takes effect; null where nothing is paid for it. */
  period: Period | null
  nextInvoiceAt: string | null
}

const day = 86_400_000

export function sumOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, line) => sum + line.amountMinor, 0)
}

/** A plan for a whole period. */
export function wholeLine(
  { name, terms, interval, seats, amountMinor }: Omit<Offer, 'planId'>,
  period: Period | null,
): InvoiceLine {
  return {
    kind: 'plan',
    planName: name,
    interval,
    quantity: seats ?? 1,
    unitMinor: unitPrice(terms, interval) ?? 0,
    amountMinor,
    from: period?.start ?? null,
    to: period?.end ?? null,
  }
}

function asOffer({ row, planName, terms, interval }: LoadedSubscription): Offer {
  const amountMinor = amountOf(terms, interval, row.seats)
  return { planId: row.plan_id, name: planName, terms, interval, seats: row.seats, amountMinor }
}

/** A plan for the rest of a period; a credit for what is not used of it. */
function restLine(offer: Offer, period: Period, now: string, kind: 'plan' | 'credit'): InvoiceLine {
  const rest = prorate(offer.amountMinor, period, now)
  return {
    ...wholeLine(offer, { start: now, end: period.end }),
    kind,
    amountMinor: kind === 'credit' && rest > 0 ? -rest : rest,
  }
}

function isSame(live: LoadedSubscription, offer: Offer): boolean {
  const { row } = live
  return (
    row.plan_id === offer.planId &&
    row.terms === offer.terms.number &&
    row.interval === offer.interval &&
    row.seats === offer.seats
  )
}

function decideFirst(offer: Offer, now: string, hadTrial: boolean): Change {
  const trialDays = hadTrial ? 0 : offer.terms.trialDays
  const start = new Date(Date.parse(now) + trialDays * day).toISOString()
  const trial = trialDays > 0
  return {
    effect: 'checkout',
    at: now,
    trialDays,
    lines: trial ? [] : [wholeLine(offer, null)],
    period: trial
      ? { start: now, end: start }
      : { start: now, end: periodEndAfter(now, offer.interval, now) },
    nextInvoiceAt: trial ? start : periodEndAfter(now, offer.interval, now),
  }
}

/** Up at once, against what is not used of what was paid; down once that is used up. */
function decideFromLive(live: LoadedSubscription, offer: Offer, now: string): Change {
  const { row } = live
  const period = { start: row.period_start!, end: row.period_end! }
  const later: Change = {
    effect: 'period_end',
    at: period.end,
    trialDays: 0,
    lines: [],
    period: { start: period.end, end: periodEndAfter(period.end, offer.interval, period.end) },
    nextInvoiceAt: period.end,
  }
  const atOnce = { effect: 'now', at: now, trialDays: 0 } as const
  // Nothing has been paid yet, so nothing is to be settled.
  if (row.state === 'trialing') return { ...atOnce, lines: [], period, nextInvoiceAt: period.end }
  if (live.terms.currency !== offer.terms.currency) return later
  const before = asOffer(live)
  const credit = restLine(before, period, now, 'credit')
  if (before.interval === offer.interval) {
    if (offer.amountMinor < before.amountMinor) return later
    const lines = [credit, restLine(offer, period, now, 'plan')]
    return { ...atOnce, lines, period, nextInvoiceAt: period.end }
  }
  const whole = { start: now, end: periodEndAfter(now, offer.interval, now) }
  const lines = [credit, wholeLine(offer, whole)]
  if (offer.interval === 'month' || sumOf(lines) < 0) return later
  return { ...atOnce, lines, period: whole, nextInvoiceAt: whole.end }
}

/**
 * What choosing a plan does to a workspace: pure, so that what is shown before is what is done. `live` is its
 * subscription, if it has one.
 */
export function decideChange(
  live: LoadedSubscription | null,
  offer: Offer,
  { now, hadTrial }: { now: string; hadTrial: boolean },
): Change {
  if (isFree(offer.terms))
    return {
      effect: 'free',
      at: live?.row.period_end ?? now,
      trialDays: 0,
      lines: [],
      period: null,
      nextInvoiceAt: null,
    }
  if (!live) return decideFirst(offer, now, hadTrial)
  if (isSame(live, offer))
    return {
      effect: 'none',
      at: now,
      trialDays: 0,
      lines: [],
      period: { start: live.row.period_start!, end: live.row.period_end! },
      nextInvoiceAt: live.row.period_end,
    }
  return decideFromLive(live, offer, now)
}
