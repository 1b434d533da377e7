import Stripe from 'stripe'
import { t } from '#texts'
import { conflict } from '../../app-error.ts'
import type { Database } from '../../database/connect.ts'
import { newId } from '../../database/new-id.ts'
import { billTo } from '../../invoices/open-invoice.ts'
import type { Services } from '../../services.ts'
import type { LoadedSubscription } from '../../subscriptions/load-subscription.ts'
import {
  endSubscription,
  insertSubscription,
  noScheduledChange,
  updateSubscription,
} from '../../subscriptions/write-subscription.ts'
import type { Payments } from '../payments.ts'
import { priceOf } from './prices.ts'
import { pullWorkspace } from './pull-workspace.ts'
import { idOf } from './read-subscription.ts'
import { callStripe, stripeClient } from './stripe-client.ts'

async function customerOf(tx: Database, stripe: Stripe, workspaceId: string): Promise<string> {
  const account = await tx
    .selectFrom('billing_accounts')
    .where('workspace_id', '=', workspaceId)
    .select('stripe_customer_id')
    .executeTakeFirst()
  if (account?.stripe_customer_id) return account.stripe_customer_id
  const { name, email } = await billTo(tx, workspaceId)
  const customer = await callStripe(
    stripe.customers.create({ name, ...(email ? { email } : {}), metadata: { workspaceId } }),
  )
  await tx
    .insertInto('billing_accounts')
    .values({ workspace_id: workspaceId, stripe_customer_id: customer.id })
    .onConflict((known) => known.column('workspace_id').doUpdateSet({ stripe_customer_id: customer.id }))
    .execute()
  return customer.id
}

/** Releases the schedule, which cancels a scheduled change. */
async function releaseSchedule(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const schedule = idOf(subscription.schedule)
  if (schedule) await callStripe(stripe.subscriptionSchedules.release(schedule))
}

/**
 * Creates payments through Stripe, which is the source of truth. A change is made there and then pulled, like anything
 * else that Stripe reports.
 */
export function createStripePayments(services: Pick<Services, 'config' | 'jobs'>): Payments {
  const stripe = stripeClient(services.config)
  const { publicUrl } = services.config
  const retrieve = ({ row }: LoadedSubscription) =>
    callStripe(stripe.subscriptions.retrieve(row.provider_id!))
  const pull = (tx: Database, workspaceId: string) => pullWorkspace({ tx, stripe, services, workspaceId })

  return {
    provider: 'stripe',
    async begin(tx, workspaceId, offer, { trialDays }) {
      const id = newId()
      const metadata = { workspaceId, subscriptionId: id }
      const session = await callStripe(
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: await customerOf(tx, stripe, workspaceId),
          client_reference_id: id,
          line_items: [{ price: await priceOf(tx, stripe, offer), quantity: offer.seats ?? 1 }],
          subscription_data: { metadata, ...(trialDays > 0 ? { trial_period_days: trialDays } : {}) },
          metadata,
          success_url: `${publicUrl}/plans?paid=1`,
          cancel_url: `${publicUrl}/plans`,
        }),
      )
      const waiting = { state: 'incomplete', provider: 'stripe', checkout_id: session.id } as const
      await insertSubscription(tx, workspaceId, offer, { ...waiting, checkout_url: session.url }, id)
      return { outcome: 'redirect', url: session.url, invoiceId: null }
    },
    async withdraw(tx, { row }) {
      try {
        await stripe.checkout.sessions.expire(row.checkout_id!)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError))
          return callStripe(Promise.reject(error))
        const session = await callStripe(stripe.checkout.sessions.retrieve(row.checkout_id!))
        if (session.status === 'complete')
          throw conflict(t`This checkout was just paid. Your plan starts in a moment.`)
      }
      await endSubscription(tx, row, 'withdrawn')
    },
    async changeNow(tx, live, offer) {
      const subscription = await retrieve(live)
      await releaseSchedule(stripe, subscription)
      const price = await priceOf(tx, stripe, offer)
      const changed = await callStripe(
        stripe.subscriptions.update(subscription.id, {
          items: [{ id: subscription.items.data[0]!.id, price, quantity: offer.seats ?? 1 }],
          proration_behavior: 'always_invoice',
          cancel_at_period_end: false,
        }),
      )
      await updateSubscription(tx, live.row, noScheduledChange)
      await pull(tx, live.row.workspace_id)
      const invoice = await tx
        .selectFrom('invoices')
        .where('workspace_id', '=', live.row.workspace_id)
        .where('provider_id', '=', idOf(changed.latest_invoice))
        .select('id')
        .executeTakeFirst()
      return { invoiceId: invoice?.id ?? null }
    },
    async scheduleChange(tx, live, offer) {
      const subscription = await retrieve(live)
      await releaseSchedule(stripe, subscription)
      if (subscription.cancel_at_period_end)
        await callStripe(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }))
      const schedule = await callStripe(
        stripe.subscriptionSchedules.create({ from_subscription: subscription.id }),
      )
      const [item] = subscription.items.data
      await callStripe(
        stripe.subscriptionSchedules.update(schedule.id, {
          end_behavior: 'release',
          phases: [
            {
              items: [{ price: idOf(item!.price)!, quantity: item!.quantity ?? 1 }],
              start_date: item!.current_period_start,
              end_date: item!.current_period_end,
            },
            {
              items: [{ price: await priceOf(tx, stripe, offer), quantity: offer.seats ?? 1 }],
              duration: { interval: offer.interval, interval_count: 1 },
            },
          ],
        }),
      )
      await updateSubscription(tx, live.row, {
        ...noScheduledChange,
        next_plan_id: offer.planId,
        next_terms: offer.terms.number,
        next_interval: offer.interval,
        next_seats: offer.seats,
      })
    },
    async cancelScheduledChange(tx, live) {
      const subscription = await retrieve(live)
      await releaseSchedule(stripe, subscription)
      if (subscription.cancel_at_period_end)
        await callStripe(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }))
      await updateSubscription(tx, live.row, noScheduledChange)
    },
    async end(tx, live, when, reason) {
      const subscription = await retrieve(live)
      await releaseSchedule(stripe, subscription)
      if (when === 'now') {
        await callStripe(stripe.subscriptions.cancel(subscription.id))
        return endSubscription(tx, live.row, 'canceled')
      }
      await callStripe(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))
      await updateSubscription(tx, live.row, {
        ...noScheduledChange,
        cancel_at_period_end: true,
        cancel_reason: reason,
      })
    },
    async portal(tx, workspaceId) {
      const customer = await customerOf(tx, stripe, workspaceId)
      const { url } = await callStripe(
        stripe.billingPortal.sessions.create({ customer, return_url: `${publicUrl}/plans` }),
      )
      return url
    },
  }
}
