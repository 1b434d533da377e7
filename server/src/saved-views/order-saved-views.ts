import * as contract from '@muster/contract/saved-views.ts'
import { handler } from '../http/handler.ts'
import { findSavedViews } from './present-saved-view.ts'
import { storeViewSettings } from './view-settings.ts'

export const orderSavedViews = handler(contract.orderSavedViews, async ({ tx, actor, body }) => {
  const seen = await findSavedViews(tx, actor, { ids: body.viewIds })
  // A view that was deleted or is no longer shared loses its position.
  const known = new Set(seen.map((view) => view.id))
  const ordered = [...new Set(body.viewIds)].filter((id) => known.has(id))
  for (const [ordinal, id] of ordered.entries()) await storeViewSettings(tx, actor, id, { ordinal })
  return undefined
})
