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

/** What choosing a plan does, and what is due now. */
export interface Change {
  effect: 'checkout' | 'now' | 'period_end' | 'free' | 'none'
  at: string
  trialDays: number
  lines: InvoiceLine[]
  /** The first period of the chosen plan; null if it is free. */
  period: Period | null
  nextInvoiceAt: string | null
}

const day = 86_400_000

export function sumOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, line) => sum + line.amountMinor, 0)
}

export function fullLine(
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

/** Returns the prorated line for the rest of a period, or the credit for its unused part. */
function proratedLine(offer: Offer, period: Period, now: string, kind: 'plan' | 'credit'): InvoiceLine {
  const rest = prorate(offer.amountMinor, period, now)
  return {
    ...fullLine(offer, { start: now, end: period.end }),
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
    lines: trial ? [] : [fullLine(offer, null)],
    period: trial
      ? { start: now, end: start }
      : { start: now, end: periodEndAfter(now, offer.interval, now) },
    nextInvoiceAt: trial ? start : periodEndAfter(now, offer.interval, now),
  }
}

/** Upgrades take effect now, less a credit for the unused time. Downgrades wait for the end of the paid period. */
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
  // Nothing has been paid yet, so there is nothing to settle.
  if (row.state === 'trialing') return { ...atOnce, lines: [], period, nextInvoiceAt: period.end }
  if (live.terms.currency !== offer.terms.currency) return later
  const before = asOffer(live)
  const credit = proratedLine(before, period, now, 'credit')
  if (before.interval === offer.interval) {
    if (offer.amountMinor < before.amountMinor) return later
    const lines = [credit, proratedLine(offer, period, now, 'plan')]
    return { ...atOnce, lines, period, nextInvoiceAt: period.end }
  }
  const whole = { start: now, end: periodEndAfter(now, offer.interval, now) }
  const lines = [credit, fullLine(offer, whole)]
  if (offer.interval === 'month' || sumOf(lines) < 0) return later
  return { ...atOnce, lines, period: whole, nextInvoiceAt: whole.end }
}

/**
 * Decides what choosing a plan does. Pure, so that the preview and the change agree. `live` is the workspace's
 * subscription, if any.
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
