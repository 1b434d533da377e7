import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadSavedView } from './present-saved-view.ts'
import { recordSharing } from './record-sharing.ts'

export const restoreSavedView = handler(contract.restoreSavedView, async (context) => {
  const { tx, actor, params } = context
  const { numUpdatedRows } = await tx
    .updateTable('saved_views')
    .set({ deleted_at: null })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('user_id', '=', actor.userId)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(t`Deleted view`)
  const view = await loadSavedView(tx, actor, params.id)
  await recordSharing(tx, context, view, { before: false, after: view.shared })
  return view
})
