import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/**
 * Takes all billing of a workspace for one transaction: whoever changes its subscription or invoices does so one after
 * the other, each seeing what those before did.
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
