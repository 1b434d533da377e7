import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadOwnView } from './present-saved-view.ts'

export const deleteSavedView = handler(contract.deleteSavedView, async ({ tx, actor, params }) => {
  await loadOwnView(tx, actor, params.id)
  await tx
    .updateTable('saved_views')
    .set({ deleted_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  return undefined
})
