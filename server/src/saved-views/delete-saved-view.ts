import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadOwnView } from './present-saved-view.ts'
import { recordSharing } from './record-sharing.ts'

export const deleteSavedView = handler(contract.deleteSavedView, async (context) => {
  const { tx, actor, params } = context
  const view = await loadOwnView(tx, actor, params.id)
  await tx
    .updateTable('saved_views')
    .set({ deleted_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  await recordSharing(tx, context, view, { before: view.shared, after: false })
  return undefined
})
