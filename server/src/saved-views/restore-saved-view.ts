import * as contract from '@muster/contract/saved-views.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { restoreOwn } from '../saved-reports/deleted-rows.ts'
import { loadSavedView } from './present-saved-view.ts'
import { recordSharing } from './record-sharing.ts'

export const restoreSavedView = handler(contract.restoreSavedView, async (context) => {
  const { tx, actor, params } = context
  if (!(await restoreOwn(tx, actor, 'saved_views', params.id))) throw notFound(t`Deleted view`)
  const view = await loadSavedView(tx, actor, params.id)
  await recordSharing(tx, context, view, { before: false, after: view.shared })
  return view
})
