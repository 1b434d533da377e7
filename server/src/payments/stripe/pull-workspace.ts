import { sql } from 'kysely'
import type Stripe from 'stripe'
import { t } from '#texts'
import type { Database } from '../../database/connect.ts'
import { newId } from '../../database/new-id.ts'
import type { Mailing } from '../../mail/queue-mail.ts'
import { loadLive, loadWaiting } from '../../subscriptions/load-subscription.ts'
import { recordChange } from '../../subscriptions/record-change.ts'
import { tellPayers } from '../../subscriptions/tell-payers.ts'
import { endSubscription, nothingNext, updateSubscription } from '../../subscriptions/write-subscription.ts'
import { askStripe } from './ask-stripe.ts'
import { findPrices, type KnownPrice } from './prices.ts'
import { idOf, priceIdOf, readSubscription, stateOf } from './read-subscription.ts'
import { syncInvoices } from './sync-invoices.ts'

/** More subscriptions or invoices than this of one workspace are not looked at again; the newest come first. */
const most = 100

interface Pulling {
  tx: Database
  stripe: Stripe
  services: Mailing
  workspaceId: string
}

/** What became of a checkout: it names its subscription once it is paid, and is over when it has expired. */
async function settleCheckout({ tx, stripe, workspaceId }: Pulling): Promise<void> {
  const waiting = await loadWaiting(tx, workspaceId)
  if (!waiting?.row.checkout_id || waiting.row.provider !== 'stripe') return
  const session = await askStripe(stripe.checkout.sessions.retrieve(waiting.row.checkout_id))
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

/** One that was made at Stripe itself, of a plan that is sold here. */
async function adopt({ tx, workspaceId }: Pulling, subscription: Stripe.Subscription, price: KnownPrice) {
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

async function tellOfFailure({ tx, services, workspaceId }: Pulling): Promise<void> {
  await tellPayers(tx, services, workspaceId, () => ({
    subject: t`A payment failed`,
    news: [t`A payment for your plan failed. Look at your card, so that the plan goes on.`],
  }))
}

async function applyLive(
  pulling: Pulling,
  ours: Ours,
  subscription: Stripe.Subscription,
  price: KnownPrice | undefined,
): Promise<void> {
  const { tx } = pulling
  const told = readSubscription(subscription, price)
  const reached = told.plan_id === ours.next_plan_id && told.terms === ours.next_terms
  const keepsNext = ours.next_plan_id !== null && subscription.schedule !== null && !reached
  await updateSubscription(tx, ours, {
    ...(keepsNext ? {} : nothingNext),
    ...told,
    ended_at: null,
    end_reason: null,
    past_due_since: told.state === 'past_due' ? (ours.past_due_since ?? sql<string>`now()`) : null,
  })
  if (ours.state === told.state) return
  if (ours.started_at === null)
    await recordChange(pulling.tx, pulling.workspaceId, ours.id, 'subscription.started')
  if (told.state !== 'past_due') return
  await recordChange(pulling.tx, pulling.workspaceId, ours.id, 'subscription.past_due')
  await tellOfFailure(pulling)
}

async function applyEnded(pulling: Pulling, ours: Ours): Promise<void> {
  if (ours.state === 'canceled') return
  const unpaid = ours.state === 'past_due' && !ours.cancel_at_period_end
  await endSubscription(
    pulling.tx,
    ours,
    ours.started_at === null ? 'withdrawn' : unpaid ? 'unpaid' : 'canceled',
  )
  await recordChange(pulling.tx, pulling.workspaceId, ours.id, 'subscription.ended')
}

/** A second one, as from two checkouts in two windows: the first stays, and what was paid is credited at Stripe. */
async function cancelSecond(pulling: Pulling, ours: Ours): Promise<void> {
  const { tx, stripe } = pulling
  await askStripe(stripe.subscriptions.cancel(ours.provider_id!, { prorate: true, invoice_now: true }))
  if (ours.state !== 'canceled') await endSubscription(tx, ours, 'replaced')
  await recordChange(pulling.tx, pulling.workspaceId, ours.id, 'subscription.second_canceled')
}

/**
 * Brings a workspace's subscription and invoices into step with Stripe, as it stands there now: whatever was reported,
 * how often and in whatever order. The caller holds the billing of the workspace.
 */
export async function pullWorkspace(pulling: Pulling): Promise<void> {
  const { tx, stripe, workspaceId } = pulling
  const account = await tx
    .selectFrom('billing_accounts')
    .where('workspace_id', '=', workspaceId)
    .select('stripe_customer_id')
    .executeTakeFirst()
  const customer = account?.stripe_customer_id
  if (!customer) return
  await settleCheckout(pulling)
  const { data } = await askStripe(stripe.subscriptions.list({ customer, status: 'all', limit: most }))
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
  const invoices = await askStripe(stripe.invoices.list({ customer, limit: most }))
  await syncInvoices(tx, workspaceId, invoices.data)
}
