import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { getActiveSubscription, subscription } from '@muster/contract/subscriptions.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { presentInvoice, selectInvoices } from '../invoices/present-invoice.ts'
import { presentTerms, termsColumns } from '../plans/present-terms.ts'
import {
  hadTrial,
  type LoadedSubscription,
  loadLastEnded,
  loadLive,
  loadWaiting,
} from './load-subscription.ts'
import { amountOf } from './pricing.ts'

export type BillingStatus = ResponseOf<typeof getActiveSubscription>

/** The requester: what they may do, and the provider of a new subscription. */
export interface Viewer {
  mayManage: boolean
  payments: 'manual' | 'stripe'
}

const day = 86_400_000

/** Returns when the subscription ends unless something changes. */
function endDate({ row }: LoadedSubscription, graceDays: number): string | null {
  if (row.cancel_at_period_end) return row.period_end
  if (!row.past_due_since || row.provider === 'stripe') return null
  return new Date(Date.parse(row.past_due_since) + graceDays * day).toISOString()
}

function presentSubscription(loaded: LoadedSubscription, graceDays: number): z.input<typeof subscription> {
  const { row, planName, terms, interval, next } = loaded
  const amountMinor = amountOf(terms, interval, row.seats)
  const endsAt = endDate(loaded, graceDays)
  const following = next ? amountOf(next.terms, next.interval, next.seats) : amountMinor
  const currency = next?.terms.currency ?? terms.currency
  return {
    id: row.id,
    state: row.state as z.input<typeof subscription>['state'],
    provider: row.provider as 'manual' | 'stripe',
    plan: { id: row.plan_id, name: planName },
    terms,
    interval,
    seats: row.seats,
    amountMinor,
    currency: terms.currency,
    startedAt: row.started_at!,
    periodStart: row.period_start!,
    periodEnd: row.period_end!,
    trialEndsAt: row.trial_ends_at,
    endsAt,
    cancelsAtPeriodEnd: row.cancel_at_period_end,
    pastDueSince: row.past_due_since,
    nextInvoice: endsAt || following === 0 ? null : { at: row.period_end!, amountMinor: following, currency },
    change: next && {
      at: row.period_end!,
      plan: { id: next.planId, name: next.planName },
      interval: next.interval,
      seats: next.seats,
      amountMinor: following,
    },
  }
}

async function presentCheckout(
  db: Database,
  { row, planName, interval }: LoadedSubscription,
): Promise<BillingStatus['checkout']> {
  const invoice = await selectInvoices(db)
    .where('invoices.workspace_id', '=', row.workspace_id)
    .where('invoices.subscription_id', '=', row.id)
    .where('invoices.state', '=', 'open')
    .executeTakeFirst()
  return {
    plan: { id: row.plan_id, name: planName },
    interval,
    seats: row.seats,
    startedAt: row.created_at,
    invoice: invoice ? presentInvoice(invoice) : null,
    url: row.checkout_url,
  }
}

async function presentFallback(db: Database, workspaceId: string) {
  return db
    .selectFrom('workspaces')
    .innerJoin('plans', 'plans.id', 'workspaces.plan_id')
    .innerJoin('plan_terms', (join) =>
      join
        .onRef('plan_terms.plan_id', '=', 'workspaces.plan_id')
        .onRef('plan_terms.number', '=', 'workspaces.plan_terms'),
    )
    .where('workspaces.id', '=', workspaceId)
    .select(['plans.id', 'plans.name', 'plans.description'])
    .select(termsColumns)
    .executeTakeFirstOrThrow()
}

async function loadSettings(db: Database) {
  return db
    .selectFrom('billing_settings')
    .select('grace_days')
    .select(sql<boolean>`exists (select from plans where state = 'public')`.as('selling'))
    .executeTakeFirstOrThrow()
}

export async function loadBillingStatus(
  db: Database,
  workspaceId: string,
  viewer: Viewer,
): Promise<BillingStatus> {
  const settings = await loadSettings(db)
  const live = await loadLive(db, workspaceId)
  const waiting = await loadWaiting(db, workspaceId)
  const ended = live ? null : await loadLastEnded(db, workspaceId)
  const unpaid = await presentFallback(db, workspaceId)
  const paid =
    live &&
    (await db
      .selectFrom('plans')
      .where(sql<SqlBool>`id = ${live.row.plan_id}`)
      .select('description')
      .executeTakeFirstOrThrow())
  const { mayManage, payments } = viewer
  const waits = live !== null && (live.row.cancel_at_period_end || live.next !== null)
  return {
    selling: settings.selling,
    payments,
    plan: live
      ? { id: live.row.plan_id, name: live.planName, description: paid!.description, terms: live.terms }
      : { id: unpaid.id, name: unpaid.name, description: unpaid.description, terms: presentTerms(unpaid) },
    fallback: { id: unpaid.id, name: unpaid.name },
    hadTrial: await hadTrial(db, workspaceId),
    subscription: live && presentSubscription(live, settings.grace_days),
    checkout: waiting && (await presentCheckout(db, waiting)),
    lastEnded: ended && {
      plan: { id: ended.row.plan_id, name: ended.planName },
      endedAt: ended.row.ended_at!,
      reason: (ended.row.end_reason ?? 'canceled') as 'canceled' | 'unpaid' | 'replaced',
    },
    can: {
      change: mayManage && live?.row.state !== 'past_due',
      cancel: mayManage && live !== null && !live.row.cancel_at_period_end,
      resume: mayManage && waits,
      portal: mayManage && (live?.row.provider ?? payments) === 'stripe',
    },
  }
}
