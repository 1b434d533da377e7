import * as contract from '@muster/contract/saved-views.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { assertMaySave } from '../policies/saved-view-policy.ts'
import { loadSavedView } from './present-saved-view.ts'
import { recordSharing } from './record-sharing.ts'
import { setDefault } from './view-settings.ts'

export const createSavedView = handler(contract.createSavedView, async (context) => {
  const { tx, actor, body } = context
  assertMaySave(actor, body)
  const id = newId()
  await tx
    .insertInto('saved_views')
    .values({
      workspace_id: actor.workspaceId,
      id,
      user_id: actor.userId,
      name: body.name,
      screen: body.screen,
      query: JSON.stringify(body.query),
      columns: body.columns,
      shared: body.shared,
    })
    .execute()
  if (body.isDefault) await setDefault(tx, actor, { id, screen: body.screen }, true)
  const view = await loadSavedView(tx, actor, id)
  await recordSharing(tx, context, view, { before: false, after: view.shared })
  return view
})
