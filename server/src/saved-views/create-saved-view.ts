import * as contract from '@muster/contract/saved-views.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { clearDefault } from './clear-default.ts'
import { loadSavedView } from './present-saved-view.ts'

export const createSavedView = handler(contract.createSavedView, async ({ tx, actor, body }) => {
  if (body.isDefault) await clearDefault(tx, actor, body.screen)
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
      is_default: body.isDefault,
    })
    .execute()
  return loadSavedView(tx, actor, id)
})
