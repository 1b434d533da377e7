import * as contract from '@muster/contract/import-undo.ts'
import { sql } from 'kysely'
import { currentLanguage } from '#texts'
import { recordAudit } from '../../audit/record-audit.ts'
import { handler } from '../../http/handler.ts'
import { announce } from '../../live/announce.ts'
import { loadImport, lockImport } from '../present-import.ts'
import { assertUndoable } from './assert-undoable.ts'

export const undoImport = handler(contract.undoImport, async ({ tx, actor, params, caller, services }) => {
  const { workspaceId, userId } = actor
  const row = await lockImport(tx, actor, params.id)
  assertUndoable(row)
  await tx
    .updateTable('imports')
    .set({
      undo_state: 'queued',
      undo_by: userId,
      undo_at: sql`now()`,
      undo_finished_at: null,
      undo_error: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', params.id)
    .execute()
  await services.jobs.send(tx, 'undo-import', {
    workspaceId,
    importId: params.id,
    language: currentLanguage(),
  })
  await recordAudit(tx, {
    workspaceId,
    userId,
    action: 'import.undone',
    ip: caller.ip,
    subject: { kind: 'import', id: params.id },
    details: { created: row.created_count, updated: row.updated_count },
  })
  await announce(tx, workspaceId, { kind: 'import-progressed', importId: params.id, actorId: userId })
  return loadImport(tx, actor, params.id)
})
