import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { openInvoice } from '../invoices/open-invoice.ts'
import type { Services } from '../services.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { announceBilling } from './announce-billing.ts'
import { wholeLine } from './decide-change.ts'
import { type LoadedSubscription, loadById } from './load-subscription.ts'
import { lockBilling } from './lock-billing.ts'
import { amountOf, periodEndAfter } from './pricing.ts'
import { recordChange } from './record-change.ts'
import { type PayerNews, tellPayers } from './tell-payers.ts'
import { endSubscription, nothingNext, updateSubscription } from './write-subscription.ts'

/** How long before a trial ends its owners are told. */
const trialNoticeDays = 3

type Keeping = Pick<Services, 'db' | 'config' | 'jobs'>

interface Due {
  workspace_id: string
  id: string
}

/** The subscriptions for which something is due, and what. Those of Stripe renew there. */
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

/** Begins the next period, with the plan that waited for it, and its invoice. */
async function renew(tx: Database, services: Keeping, subscription: LoadedSubscription): Promise<void> {
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
    ...nothingNext,
    ...(next ? { plan_id: next.planId, terms: terms.number, interval, seats } : {}),
    state: 'active',
    anchor_at: anchor,
    period_start: start,
    period_end: end,
  })
  const name = next?.planName ?? subscription.planName
  const amountMinor = amountOf(terms, interval, seats)
  const line = wholeLine({ name, terms, interval, seats, amountMinor }, { start, end })
  const { workspace_id: workspaceId, id: subscriptionId } = row
  const { currency } = terms
  await openInvoice(tx, services, { workspaceId, subscriptionId, lines: [line], currency })
  await recordChange(tx, subscription.row.workspace_id, subscription.row.id, 'subscription.renewed')
}

async function fallBehind(tx: Database, services: Keeping, subscription: LoadedSubscription): Promise<void> {
  const { row } = subscription
  await updateSubscription(tx, row, { state: 'past_due', past_due_since: sql<string>`now()` })
  await recordChange(tx, subscription.row.workspace_id, subscription.row.id, 'subscription.past_due')
  const { grace_days: days } = await tx
    .selectFrom('billing_settings')
    .select('grace_days')
    .executeTakeFirstOrThrow()
  await tellPayers(tx, services, row.workspace_id, () => ({
    subject: t`An invoice is overdue`,
    news: [
      t`An invoice for your plan is overdue. Everything goes on working for ${days} days; then the plan ends.`,
    ],
  }))
}

async function endUnpaid(tx: Database, services: Keeping, subscription: LoadedSubscription): Promise<void> {
  const { row, planName } = subscription
  await endSubscription(tx, row, 'unpaid')
  await recordChange(tx, subscription.row.workspace_id, subscription.row.id, 'subscription.ended')
  await tellPayers(tx, services, row.workspace_id, () => ({
    subject: t`Your plan has ended`,
    news: [
      t`The plan ${planName} has ended, because an invoice was not paid. Nothing of yours is lost: choose a plan to go on adding to it.`,
    ],
  }))
}

async function tellOfTrial(tx: Database, services: Keeping, subscription: LoadedSubscription): Promise<void> {
  const { row, planName, terms, interval } = subscription
  await updateSubscription(tx, row, { trial_end_told_at: sql<string>`now()` })
  const say = (timezone: string): PayerNews => {
    const day = formatDay(row.trial_ends_at!, timezone)
    const amount = formatMoney(amountOf(terms, interval, row.seats), terms.currency)
    const then = row.cancel_at_period_end
      ? t`It was canceled, so nothing will be owed.`
      : t`Then there is an invoice over ${amount}, unless you cancel before.`
    return {
      subject: t`Your trial is about to end`,
      news: [t`The trial of ${planName} ends on ${day}.`, then],
    }
  }
  await tellPayers(tx, services, row.workspace_id, say)
}

const deeds = { trial: tellOfTrial, renewal: renew, overdue: fallBehind, unpaid: endUnpaid } as const

/**
 * Renews what was bought by hand, ends what was canceled or not paid for, and tells those whom it concerns. Each
 * subscription has a transaction of its own; whatever was missed while no server ran is made up for, period by period.
 */
export async function keepSubscriptions(services: Keeping): Promise<void> {
  const { db } = services
  for (const what of ['trial', 'renewal', 'overdue', 'unpaid'] as const) {
    for (;;) {
      const due = await findDue(db, what)
      for (const one of due)
        await writeTransaction(db, async (tx) => {
          await lockBilling(tx, one.workspace_id)
          const [still] = await findDue(tx, what, one)
          if (!still) return
          await deeds[what](tx, services, await loadById(tx, one.workspace_id, one.id))
          await announceBilling(tx, one.workspace_id, null)
        })
      if (due.length === 0) break
    }
  }
}
