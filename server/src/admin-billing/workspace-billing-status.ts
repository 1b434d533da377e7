import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { defaultProvider } from '../payments/payments-of.ts'
import type { Services } from '../services.ts'
import { type BillingStatus, loadBillingStatus } from '../subscriptions/present-billing-status.ts'

/** @throws NOT_FOUND */
export async function assertWorkspace(db: Database, id: string): Promise<void> {
  const row = await db.selectFrom('workspaces').where('id', '=', id).select('id').executeTakeFirst()
  if (!row) throw notFound(t`Workspace`)
}

/**
 * Returns a workspace's billing status as a superadmin sees it.
 * @throws NOT_FOUND
 */
export async function loadWorkspaceBillingStatus(
  db: Database,
  services: Services,
  id: string,
): Promise<BillingStatus> {
  await assertWorkspace(db, id)
  return loadBillingStatus(db, id, { mayManage: true, payments: defaultProvider(services) })
}
