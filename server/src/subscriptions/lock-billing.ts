import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/**
 * Locks the workspace's billing until the transaction ends. All changes to its subscription and invoices take this
 * lock, so each sees the earlier ones.
 * @returns the time by the database's clock
 */
export async function lockBilling(tx: Database, workspaceId: string): Promise<string> {
  await tx
    .insertInto('billing_accounts')
    .values({ workspace_id: workspaceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { now } = await tx
    .selectFrom('billing_accounts')
    .where('workspace_id', '=', workspaceId)
    .select(sql<string>`clock_timestamp()::timestamptz(3)`.as('now'))
    .forUpdate()
    .executeTakeFirstOrThrow()
  return now
}
