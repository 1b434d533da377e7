import { sql } from 'kysely'
import { writeTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { announceBilling } from '../../subscriptions/announce-billing.ts'
import { lockBilling } from '../../subscriptions/lock-billing.ts'
import { pullWorkspace } from './pull-workspace.ts'
import { stripeClient } from './stripe-client.ts'

type Syncing = Pick<Services, 'db' | 'config' | 'jobs'>

/** The job that follows each Stripe event. */
export async function syncStripe(services: Syncing, { workspaceId }: { workspaceId: string }): Promise<void> {
  const stripe = stripeClient(services.config)
  await writeTransaction(services.db, async (tx) => {
    await lockBilling(tx, workspaceId)
    await pullWorkspace({ tx, stripe, services, workspaceId })
    await announceBilling(tx, workspaceId, null)
  })
}

/** Stripe resends an event for some days, so events are remembered for longer than that. */
const keptDays = 60

/** Queues a sync of every customer, in case an event never arrived, and deletes old events. */
export async function reconcileStripe(services: Syncing): Promise<void> {
  const { db, config, jobs } = services
  if (!config.stripe.secretKey) return
  const accounts = await db
    .selectFrom('billing_accounts')
    .where('stripe_customer_id', 'is not', null)
    .select('workspace_id')
    .execute()
  // A job each, so that a failing one does not block the others.
  for (const { workspace_id: workspaceId } of accounts)
    await jobs.send(db, 'sync-stripe', { workspaceId }, { onceFor: workspaceId })
  await db
    .deleteFrom('stripe_events')
    .where(sql<boolean>`received_at < now() - make_interval(days => ${keptDays})`)
    .execute()
}
