import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import { usualProvider } from '../payments/payments-of.ts'
import type { Services } from '../services.ts'
import { loadStanding, type Standing } from '../subscriptions/present-standing.ts'

/** @throws NOT_FOUND */
export async function assertWorkspace(db: Database, id: string): Promise<void> {
  const row = await db.selectFrom('workspaces').where('id', '=', id).select('id').executeTakeFirst()
  if (!row) throw notFound(t`Workspace`)
}

/** Where a workspace stands, as whoever runs the installation sees it. @throws NOT_FOUND */
export async function loadWorkspaceStanding(db: Database, services: Services, id: string): Promise<Standing> {
  await assertWorkspace(db, id)
  return loadStanding(db, id, { mayManage: true, payments: usualProvider(services) })
}
