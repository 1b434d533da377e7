import * as contract from '@muster/contract/saved-views.ts'
import { handler } from '../http/handler.ts'
import { markDeleted } from '../saved-reports/deleted-rows.ts'
import { loadOwnView } from './present-saved-view.ts'
import { recordSharing } from './record-sharing.ts'

export const deleteSavedView = handler(contract.deleteSavedView, async (context) => {
  const { tx, actor, params } = context
  const view = await loadOwnView(tx, actor, params.id)
  await markDeleted(tx, actor, 'saved_views', params.id)
  await recordSharing(tx, context, view, { before: view.shared, after: false })
  return undefined
})
