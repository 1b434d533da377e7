import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

function setDoNotCall(tx: Database, workspaceId: string, candidateId: string, doNotCall: boolean) {
  return tx
    .updateTable('candidates')
    .set({ do_not_call: doNotCall, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', candidateId)
    .where('do_not_call', '=', !doNotCall)
    .returning('id')
    .executeTakeFirst()
}

/** Marks a candidate as do-not-call and clears their callbacks. Returns whether the mark is new. */
export async function markDoNotCall(
  tx: Database,
  workspaceId: string,
  candidateId: string,
): Promise<boolean> {
  const marked = await setDoNotCall(tx, workspaceId, candidateId, true)
  await tx
    .updateTable('applications')
    .set({ callback_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('candidate_id', '=', candidateId)
    .where('callback_at', 'is not', null)
    .execute()
  return marked !== undefined
}

/** Removes a mark that a corrected call had set, unless another call also says do-not-call. */
export async function unmarkDoNotCall(
  tx: Database,
  workspaceId: string,
  candidateId: string,
): Promise<boolean> {
  const another = await tx
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('candidate_id', '=', candidateId)
    .where('outcome', '=', 'do_not_call')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (another) return false
  return (await setDoNotCall(tx, workspaceId, candidateId, false)) !== undefined
}
