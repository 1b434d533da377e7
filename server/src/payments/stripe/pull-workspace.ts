import { sql } from 'kysely'
import type Stripe from 'stripe'
import { t } from '#texts'
import type { Database } from '../../database/connect.ts'
import { newId } from '../../database/new-id.ts'
import type { Mailing } from '../../mail/queue-mail.ts'
import { loadLive, loadWaiting } from '../../subscriptions/load-subscription.ts'
import { notifyPayers } from '../../subscriptions/notify-payers.ts'
import { recordChange } from '../../subscriptions/record-change.ts'
import {
  endSubscription,
  noScheduledChange,
  updateSubscription,
} from '../../subscriptions/write-subscription.ts'
import { findPrices, type KnownPrice } from './prices.ts'
import { idOf, priceIdOf, readSubscription, stateOf } from './read-subscription.ts'
import { callStripe } from './stripe-client.ts'
import { syncInvoices } from './sync-invoices.ts'

/** Only this many of a workspace's subscriptions and invoices are fetched, the newest first. */
const maxItems = 100

interface PullContext {
  tx: Database
  stripe: Stripe
  services: Mailing
  workspaceId: string
}

/** Updates a checkout: once paid, it names its subscription; once expired, it is over. */
async function settleCheckout({ tx, stripe, workspaceId }: PullContext): Promise<void> {
  const waiting = await loadWaiting(tx, workspaceId)
  if (!waiting?.row.checkout_id || waiting.row.provider !== 'stripe') return
  const session = await callStripe(stripe.checkout.sessions.retrieve(waiting.row.checkout_id))
  const providerId = idOf(session.subscription)
  if (providerId) await updateSubscription(tx, waiting.row, { provider_id: providerId })
  else if (session.status === 'expired') await endSubscription(tx, waiting.row, 'withdrawn')
}

async function findOurs(tx: Database, workspaceId: string, providerId: string) {
  return tx
    .selectFrom('subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('provider_id', '=', providerId)
    .selectAll()
    .executeTakeFirst()
}

/** Adopts a subscription that was created in Stripe, for a plan sold here. */
async function adopt({ tx, workspaceId }: PullContext, subscription: Stripe.Subscription, price: KnownPrice) {
  const item = subscription.items.data[0]!
  await tx
    .insertInto('subscriptions')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      state: 'canceled',
      ended_at: sql<string>`now()`,
      end_reason: 'withdrawn',
      provider: 'stripe',
      provider_id: subscription.id,
      plan_id: price.planId,
      terms: price.terms.number,
      interval: price.interval,
      seats: price.terms.perSeat ? (item.quantity ?? 1) : null,
    })
    .execute()
  return (await findOurs(tx, workspaceId, subscription.id))!
}

type Ours = NonNullable<Awaited<ReturnType<typeof findOurs>>>

async function notifyPaymentFailure({ tx, services, workspaceId }: PullContext): Promise<void> {
  await notifyPayers(tx, services, workspaceId, () => ({
    subject: t`A payment failed`,
    paragraphs: [t`A payment for your plan failed. Update your card to keep your plan.`],
  }))
}

async function applyLive(
  pulling: PullContext,
  ours: Ours,
  subscription: Stripe.Subscription,
  price: KnownPrice | undefined,
): Promise<void> {
  const { tx } = pulling
  const columns = readSubscription(subscription, price)
  const reached = columns.plan_id === ours.next_plan_id && columns.terms === ours.next_terms
  const keepsNext = ours.next_plan_id !== null && subscription.schedule !== null && !reached
  await updateSubscription(tx, ours, {
    ...(keepsNext ? {} : noScheduledChange),
    ...columns,
    ended_at: null,
    end_reason: null,
    past_due_since: columns.state === 'past_due' ? (ours.past_due_since ?? sql<string>`now()`) : null,
  })
  if (ours.state === columns.state) return
  if (ours.started_at === null)
    await recordChange(pulling.tx, pulling.workspaceId, ours.id, 'subscription.started')
  if (columns.state !== 'past_due') return
  await recordChange(pulling.tx, pulling.workspaceId, ours.id, 'subscription.past_due')
  await notifyPaymentFailure(pulling)
}

async function applyEnded(pulling: PullContext, ours: Ours): Promise<void> {
  if (ours.state === 'canceled') return
  const unpaid = ours.state === 'past_due' && !ours.cancel_at_period_end
  await endSubscription(
    pulling.tx,
    ours,
    ours.started_at === null ? 'withdrawn' : unpaid ? 'unpaid' : 'canceled',
  )
  await recordChange(pulling.tx, pulling.workspaceId, ours.id, 'subscription.ended')
}

/**
 * Cancels a second subscription, for example from checkouts in two windows. The first stays, and Stripe credits the
 * payment.
 */
async function cancelSecond(pulling: PullContext, ours: Ours): Promise<void> {
  const { tx, stripe } = pulling
  await callStripe(stripe.subscriptions.cancel(ours.provider_id!, { prorate: true, invoice_now: true }))
  if (ours.state !== 'canceled') await endSubscription(tx, ours, 'replaced')
  await recordChange(pulling.tx, pulling.workspaceId, ours.id, 'subscription.second_canceled')
}

/**
 * Syncs a workspace's subscription and invoices with their current state at Stripe, whatever events arrived in whatever
 * order. The caller holds the workspace's billing lock.
 */
export async function pullWorkspace(pulling: PullContext): Promise<void> {
  const { tx, stripe, workspaceId } = pulling
  const account = await tx
    .selectFrom('billing_accounts')
    .where('workspace_id', '=', workspaceId)
    .select('stripe_customer_id')
    .executeTakeFirst()
  const customer = account?.stripe_customer_id
  if (!customer) return
  await settleCheckout(pulling)
  const { data } = await callStripe(stripe.subscriptions.list({ customer, status: 'all', limit: maxItems }))
  const oldestFirst = data.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
  const prices = await findPrices(
    tx,
    oldestFirst.flatMap((one) => priceIdOf(one) ?? []),
  )
  const open: [Ours, Stripe.Subscription][] = []
  for (const subscription of oldestFirst) {
    const state = stateOf(subscription)
    const price = prices.get(priceIdOf(subscription) ?? '')
    let ours = await findOurs(tx, workspaceId, subscription.id)
    if (!ours && price && state !== 'canceled' && state !== 'incomplete')
      ours = await adopt(pulling, subscription, price)
    if (!ours) continue
    if (state === 'canceled') await applyEnded(pulling, ours)
    else if (state !== 'incomplete') open.push([ours, subscription])
  }
  for (const [ours, subscription] of open) {
    const live = await loadLive(tx, workspaceId)
    if (live && live.row.id !== ours.id) await cancelSecond(pulling, ours)
    else await applyLive(pulling, ours, subscription, prices.get(priceIdOf(subscription) ?? ''))
  }
  const invoices = await callStripe(stripe.invoices.list({ customer, limit: maxItems }))
  await syncInvoices(tx, workspaceId, invoices.data)
}
