import * as contract from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { mayUndo } from '../policies/call-policy.ts'
import { applyCallEffects } from './apply-call-effects.ts'
import { reportedColumns } from './finish-placed.ts'
import { loadCall } from './present-call.ts'
import { isLastCall, updateLastContact } from './update-last-contact.ts'

/**
 * Deletes a call logged by hand. Undoes its effects first and marks its history entries as reverted. A call in the browser was
 * made whatever was logged, so it stays as its provider reported it.
 */
export const deleteCall = handler(contract.deleteCall, async ({ tx, actor, params: { id } }) => {
  const { workspaceId } = actor
  const { application } = await loadCall(tx, actor, id)
  const call = await tx
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select(['logged_by', 'parent_call_id', 'logged_end_reason', 'raw'])
    .forUpdate()
    .executeTakeFirst()
  if (!application || !call || !mayUndo(actor, call))
    throw forbidden(t`You can only delete calls that you logged`)
  const wasLast = await isLastCall(tx, workspaceId, { id, applicationId: application.id })
  const reported = call.parent_call_id ? reportedColumns(call.raw) : null
  await tx
    .updateTable('calls')
    .set(reported?.columns ?? { outcome: null, callback_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await applyCallEffects(tx, workspaceId, id, { actor, agentId: null, showsCallback: false })
  if (!reported?.isOver)
    await tx
      .updateTable('activity_logs')
      .set({ call_id: null, reverted_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('call_id', '=', id)
      .execute()
  if (!reported)
    await tx.deleteFrom('calls').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await updateLastContact(tx, workspaceId, application.id, wasLast ? 'last' : 'stays')
  return undefined
})
