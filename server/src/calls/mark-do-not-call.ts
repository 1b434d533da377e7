import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Somebody asked not to be called: nobody may call them any more, and no callback of theirs is due. */
export async function markDoNotCall(tx: Database, workspaceId: string, candidateId: string): Promise<void> {
  await tx
    .updateTable('candidates')
    .set({ do_not_call: true, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', candidateId)
    .where('do_not_call', '=', false)
    .execute()
  await tx
    .updateTable('applications')
    .set({ callback_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('candidate_id', '=', candidateId)
    .where('callback_at', 'is not', null)
    .execute()
}
