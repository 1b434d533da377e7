import { sql } from 'kysely'
import { writeTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { announceBilling } from '../../subscriptions/announce-billing.ts'
import { lockBilling } from '../../subscriptions/lock-billing.ts'
import { stripeOf } from './ask-stripe.ts'
import { pullWorkspace } from './pull-workspace.ts'

type Syncing = Pick<Services, 'db' | 'config' | 'jobs'>

/** The job after each report of Stripe. */
export async function syncStripe(services: Syncing, { workspaceId }: { workspaceId: string }): Promise<void> {
  const stripe = stripeOf(services.config)
  await writeTransaction(services.db, async (tx) => {
    await lockBilling(tx, workspaceId)
    await pullWorkspace({ tx, stripe, services, workspaceId })
    await announceBilling(tx, workspaceId, null)
  })
}

/** Stripe tells an event again for some days; longer they need not be known. */
const keptDays = 60

/** Looks at every customer again, so that a report that never came is made up for, and forgets old events. */
export async function reconcileStripe(services: Syncing): Promise<void> {
  const { db, config, jobs } = services
  if (!config.stripe.secretKey) return
  const accounts = await db
    .selectFrom('billing_accounts')
    .where('stripe_customer_id', 'is not', null)
    .select('workspace_id')
    .execute()
  // Each a job of its own: one that fails keeps no other from being looked at.
  for (const { workspace_id: workspaceId } of accounts)
    await jobs.send(db, 'sync-stripe', { workspaceId }, { onceFor: workspaceId })
  await db
    .deleteFrom('stripe_events')
    .where(sql<boolean>`received_at < now() - make_interval(days => ${keptDays})`)
    .execute()
}
