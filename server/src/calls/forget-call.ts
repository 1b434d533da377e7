import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { settleCall } from './settle-call.ts'
import { isLastCall, showContact } from './show-contact.ts'

/** As if the call had not been: what it did is taken back, the history says so, and the row goes. */
export async function forgetCall(
  tx: Database,
  actor: Actor,
  call: { id: string; applicationId: string },
): Promise<void> {
  const { workspaceId } = actor
  const wasLast = await isLastCall(tx, workspaceId, call)
  await tx
    .updateTable('calls')
    .set({ outcome: null, callback_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', call.id)
    .execute()
  await settleCall(tx, workspaceId, call.id, { actor, agentId: null, showsCallback: false })
  await tx
    .updateTable('activity_logs')
    .set({ call_id: null, reverted_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', call.id)
    .execute()
  await tx.deleteFrom('calls').where('workspace_id', '=', workspaceId).where('id', '=', call.id).execute()
  await showContact(tx, workspaceId, call.applicationId, wasLast ? 'last' : 'stays')
}
