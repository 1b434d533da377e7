import { sql } from 'kysely'
import { longestCall } from '../agents/agent-load.ts'
import { applyCallEffects } from '../calls/apply-call-effects.ts'
import { isFromMuster } from '../calls/count-calls.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'

/** Ends calls of campaigns and calls in the browser whose end was never reported, as failed. A later report still says how they ended. */
export async function endLostCalls({ db }: Pick<Services, 'db'>): Promise<void> {
  const lost = await db
    .selectFrom('calls')
    .where(isFromMuster)
    .where('lifecycle', 'in', ['queued', 'ringing', 'in_progress'])
    .where('started_at', '<', sql<string>`now() - ${longestCall}`)
    .select(['workspace_id', 'id'])
    .limit(1000)
    .execute()
  for (const { workspace_id: workspaceId, id } of lost)
    await writeTransaction(db, async (tx) => {
      const ended = await tx
        .updateTable('calls')
        .set({
          lifecycle: 'failed',
          end_reason: 'unknown',
          raw_end_reason: sql`coalesce(raw_end_reason, 'no report')`,
          updated_at: sql`now()`,
        })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('lifecycle', 'in', ['queued', 'ringing', 'in_progress'])
        .executeTakeFirst()
      if (ended.numUpdatedRows > 0n)
        await applyCallEffects(tx, workspaceId, id, { actor: null, agentId: null, showsCallback: true })
    })
}
