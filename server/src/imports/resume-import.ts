import * as contract from '@muster/contract/import-status.ts'
import { currentLanguage, t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { loadImport, lockImport } from './present-import.ts'

export const resumeImport = handler(contract.resumeImport, async ({ tx, actor, params, services }) => {
  const { workspaceId, userId } = actor
  const { state, settings, undo_state: undo } = await lockImport(tx, actor, params.id)
  if (state === 'completed') throw conflict(t`This import has already ended`)
  if (settings === null) throw conflict(t`This import has not started`)
  if (undo !== null) throw conflict(t`This import was undone. Upload the file again to import it.`)
  if (state === 'failed' || state === 'canceled') {
    await tx
      .updateTable('imports')
      .set({ state: 'queued', finished_at: null, error: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .execute()
    await services.jobs.send(tx, 'run-import', {
      workspaceId,
      importId: params.id,
      language: currentLanguage(),
    })
    await announce(tx, workspaceId, { kind: 'import-progressed', importId: params.id, actorId: userId })
  }
  return loadImport(tx, actor, params.id)
})
