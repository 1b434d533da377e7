import * as contract from '@muster/contract/import-status.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { loadImport, lockImport } from './present-import.ts'

export const cancelImport = handler(contract.cancelImport, async ({ tx, actor, params }) => {
  // Waits for the rows that are being written. The worker reads the state before it writes the next ones.
  const { state } = await lockImport(tx, actor, params.id)
  if (state === 'analyzed') throw conflict(t`This import has not started`)
  if (state === 'completed' || state === 'failed') throw conflict(t`This import has already ended`)
  if (state !== 'canceled') {
    await tx
      .updateTable('imports')
      .set({ state: 'canceled', finished_at: sql`now()` })
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', params.id)
      .execute()
    await announce(tx, actor.workspaceId, {
      kind: 'import-progressed',
      importId: params.id,
      actorId: actor.userId,
    })
  }
  return loadImport(tx, actor, params.id)
})
