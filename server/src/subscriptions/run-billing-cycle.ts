import { sql } from 'kysely'
import { plural, t } from '#texts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { openInvoice } from '../invoices/open-invoice.ts'
import type { Services } from '../services.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { announceBilling } from './announce-billing.ts'
import { fullLine } from './decide-change.ts'
import { type LoadedSubscription, loadById } from './load-subscription.ts'
import { lockBilling } from './lock-billing.ts'
import { notifyPayers, type PayerMessage } from './notify-payers.ts'
import { amountOf, periodEndAfter } from './pricing.ts'
import { recordChange } from './record-change.ts'
import { endSubscription, noScheduledChange, updateSubscription } from './write-subscription.ts'

/** Owners are notified this many days before a trial ends. */
const trialNoticeDays = 3

type BillingServices = Pick<Services, 'db' | 'config' | 'jobs'>

interface Due {
  workspace_id: string
  id: string
}

/** Finds subscriptions with something due, and what. Stripe renews its own. */
async function findDue(
  db: Database,
  what: 'renewal' | 'overdue' | 'unpaid' | 'trial',
  only?: Due,
): Promise<Due[]> {
  const live = db
    .selectFrom('subscriptions')
    .where('provider', '=', 'manual')
    .$if(only !== undefined, (one) =>
      one.where('workspace_id', '=', only!.workspace_id).where('id', '=', only!.id),
    )
    .select(['workspace_id', 'id'])
  switch (what) {
    case 'renewal':
      return live
        .where('state', 'in', ['trialing', 'active'])
        .where(sql<boolean>`period_end <= now()`)
        .execute()
    case 'overdue':
      return live
        .where('state', 'in', ['trialing', 'active'])
        .where(
          sql<boolean>`exists (
            select from invoices i
            where i.workspace_id = subscriptions.workspace_id and i.subscription_id = subscriptions.id
              and i.state = 'open' and i.due_at <= now()
          )`,
        )
        .execute()
    case 'unpaid':
      return live
        .where('state', '=', 'past_due')
        .where(
          sql<boolean>`past_due_since <= now() - make_interval(days => (select grace_days from billing_settings))`,
        )
        .execute()
    case 'trial':
      return live
        .where('state', '=', 'trialing')
        .where('trial_end_told_at', 'is', null)
        .where(sql<boolean>`trial_ends_at <= now() + make_interval(days => ${trialNoticeDays})`)
        .execute()
  }
}

/** Starts the next period, with the scheduled plan if any, and opens its invoice. */
async function renew(
  tx: Database,
  services: BillingServices,
  subscription: LoadedSubscription,
): Promise<void> {
  const { row, next } = subscription
  if (row.cancel_at_period_end) {
    await endSubscription(tx, row, 'canceled')
    await recordChange(tx, subscription.row.workspace_id, subscription.row.id, 'subscription.ended')
    return
  }
  const interval = next?.interval ?? subscription.interval
  const seats = next ? next.seats : row.seats
  const terms = next?.terms ?? subscription.terms
  const start = row.period_end!
  const anchor = interval === subscription.interval ? row.anchor_at! : start
  const end = periodEndAfter(anchor, interval, start)
  await updateSubscription(tx, row, {
    ...noScheduledChange,
    ...(next ? { plan_id: next.planId, terms: terms.number, interval, seats } : {}),
    state: 'active',
    anchor_at: anchor,
    period_start: start,
    period_end: end,
  })
  const name = next?.planName ?? subscription.planName
  const amountMinor = amountOf(terms, interval, seats)
  const line = fullLine({ name, terms, interval, seats, amountMinor }, { start, end })
  const { workspace_id: workspaceId, id: subscriptionId } = row
  const { currency } = terms
  await openInvoice(tx, services, { workspaceId, subscriptionId, lines: [line], currency })
  await recordChange(tx, subscription.row.workspace_id, subscription.row.id, 'subscription.renewed')
}

async function markPastDue(
  tx: Database,
  services: BillingServices,
  subscription: LoadedSubscription,
): Promise<void> {
  const { row } = subscription
  await updateSubscription(tx, row, { state: 'past_due', past_due_since: sql<string>`now()` })
  await recordChange(tx, subscription.row.workspace_id, subscription.row.id, 'subscription.past_due')
  const { grace_days: days } = await tx
    .selectFrom('billing_settings')
    .select('grace_days')
    .executeTakeFirstOrThrow()
  await notifyPayers(tx, services, row.workspace_id, () => ({
    subject: t`An invoice is overdue`,
    paragraphs: [
      t`An invoice for your plan is overdue. Your plan ends in ${plural(days, { one: '# day', other: '# days' })} unless you pay it.`,
    ],
  }))
}

async function endUnpaid(
  tx: Database,
  services: BillingServices,
  subscription: LoadedSubscription,
): Promise<void> {
  const { row, planName } = subscription
  await endSubscription(tx, row, 'unpaid')
  await recordChange(tx, subscription.row.workspace_id, subscription.row.id, 'subscription.ended')
  await notifyPayers(tx, services, row.workspace_id, () => ({
    subject: t`Your plan has ended`,
    paragraphs: [
      t`Your ${planName} plan ended because an invoice was not paid. Your data is safe. Choose a plan to keep adding to it.`,
    ],
  }))
}

async function notifyTrialEnding(
  tx: Database,
  services: BillingServices,
  subscription: LoadedSubscription,
): Promise<void> {
  const { row, planName, terms, interval } = subscription
  await updateSubscription(tx, row, { trial_end_told_at: sql<string>`now()` })
  const say = (timezone: string): PayerMessage => {
    const day = formatDay(row.trial_ends_at!, timezone)
    const amount = formatMoney(amountOf(terms, interval, row.seats), terms.currency)
    const then = row.cancel_at_period_end
      ? t`The subscription was canceled, so there is nothing to pay.`
      : t`You will then be invoiced ${amount}, unless you cancel before.`
    return {
      subject: t`Your trial ends soon`,
      paragraphs: [t`Your ${planName} trial ends on ${day}.`, then],
    }
  }
  await notifyPayers(tx, services, row.workspace_id, say)
}

const actions = { trial: notifyTrialEnding, renewal: renew, overdue: markPastDue, unpaid: endUnpaid } as const

/**
 * Renews manual subscriptions, ends canceled and unpaid ones, and notifies the payers. Each subscription has its own
 * transaction. Periods missed while no server ran are caught up one by one.
 */
export async function runBillingCycle(services: BillingServices): Promise<void> {
  const { db } = services
  for (const what of ['trial', 'renewal', 'overdue', 'unpaid'] as const) {
    for (;;) {
      const due = await findDue(db, what)
      for (const one of due)
        await writeTransaction(db, async (tx) => {
          await lockBilling(tx, one.workspace_id)
          const [still] = await findDue(tx, what, one)
          if (!still) return
          await actions[what](tx, services, await loadById(tx, one.workspace_id, one.id))
          await announceBilling(tx, one.workspace_id, null)
        })
      if (due.length === 0) break
    }
  }
}
