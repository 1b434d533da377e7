import { type Selectable, sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Invoices } from '../database/schema.generated.ts'
import { loadById, loadLive } from './load-subscription.ts'
import { periodEndAfter } from './pricing.ts'
import { endSubscription, updateSubscription } from './write-subscription.ts'

type Invoice = Selectable<Invoices>

/**
 * The first payment starts the paid period.
 * @throws CONFLICT when another subscription is live by now
 */
async function begin(tx: Database, { workspace_id: workspaceId, subscription_id: id }: Invoice, now: string) {
  const { row, interval } = await loadById(tx, workspaceId, id)
  if (await loadLive(tx, workspaceId))
    throw conflict(t`The workspace now has a different subscription. Void this invoice instead.`)
  await updateSubscription(tx, row, {
    state: 'active',
    started_at: now,
    anchor_at: now,
    period_start: now,
    period_end: periodEndAfter(now, interval, now),
  })
  await recordAudit(tx, {
    workspaceId,
    userId: null,
    action: 'subscription.started',
    ip: null,
    subject: { kind: 'subscription', id },
  })
}

async function isStillOverdue(tx: Database, { workspace_id, subscription_id }: Invoice): Promise<boolean> {
  const open = await tx
    .selectFrom('invoices')
    .where('workspace_id', '=', workspace_id)
    .where('subscription_id', '=', subscription_id)
    .where('state', '=', 'open')
    .where(sql<boolean>`due_at <= now()`)
    .select('id')
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Updates the subscription of an invoice that is no longer open. The first payment starts it; a past due one becomes
 * active once nothing is overdue. The caller holds the workspace's billing lock.
 * @throws CONFLICT for a first payment when another subscription is live by now
 */
export async function settleInvoice(
  tx: Database,
  invoice: Invoice,
  as: 'paid' | 'void',
  now: string,
): Promise<void> {
  const { row } = await loadById(tx, invoice.workspace_id, invoice.subscription_id)
  if (row.state === 'incomplete') {
    if (as === 'paid') await begin(tx, invoice, now)
    else await endSubscription(tx, row, 'withdrawn')
    return
  }
  if (row.state === 'past_due' && !(await isStillOverdue(tx, invoice)))
    await updateSubscription(tx, row, { state: 'active', past_due_since: null })
}
