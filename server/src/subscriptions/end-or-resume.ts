import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { paymentsOf } from '../payments/payments-of.ts'
import type { Services } from '../services.ts'
import { announceBilling } from './announce-billing.ts'
import type { Chooser } from './choose-plan.ts'
import { type LoadedSubscription, loadLive } from './load-subscription.ts'
import { lockBilling } from './lock-billing.ts'

/** @throws CONFLICT */
async function lockLive(tx: Database, workspaceId: string): Promise<LoadedSubscription> {
  await lockBilling(tx, workspaceId)
  const live = await loadLive(tx, workspaceId)
  if (!live) throw conflict(t`This workspace has no subscription`)
  return live
}

/**
 * Cancels a workspace's subscription. A past due one has no paid time left, so it ends at once.
 * @throws CONFLICT when there is none
 */
export async function cancelLive(
  tx: Database,
  services: Services,
  workspaceId: string,
  { when, reason }: { when: 'now' | 'period_end'; reason: string | null },
  chooser: Chooser,
): Promise<void> {
  const live = await lockLive(tx, workspaceId)
  const at = live.row.state === 'past_due' ? 'now' : when
  await paymentsOf(services)(live.row.provider).end(tx, live, at, reason)
  await recordAudit(tx, {
    workspaceId,
    ...chooser,
    action: 'subscription.canceled',
    subject: { kind: 'subscription', id: live.row.id },
    details: { plan: live.planName, when: at, ...(reason ? { reason } : {}) },
  })
  await announceBilling(tx, workspaceId, chooser.userId)
}

/** @throws CONFLICT when there is none */
export async function resumeLive(
  tx: Database,
  services: Services,
  workspaceId: string,
  chooser: Chooser,
): Promise<void> {
  const live = await lockLive(tx, workspaceId)
  if (!live.next && !live.row.cancel_at_period_end) return
  await paymentsOf(services)(live.row.provider).cancelScheduledChange(tx, live)
  await recordAudit(tx, {
    workspaceId,
    ...chooser,
    action: 'subscription.resumed',
    subject: { kind: 'subscription', id: live.row.id },
    details: { plan: live.planName },
  })
  await announceBilling(tx, workspaceId, chooser.userId)
}
