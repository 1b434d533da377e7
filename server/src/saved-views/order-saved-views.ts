import * as contract from '@muster/contract/saved-views.ts'
import { handler } from '../http/handler.ts'
import { noteUse } from './note-use.ts'
import { findSavedViews } from './present-saved-view.ts'

export const orderSavedViews = handler(contract.orderSavedViews, async ({ tx, actor, body }) => {
  const seen = await findSavedViews(tx, actor, { ids: body.viewIds })
  // A view that was deleted or is no longer shared keeps no place.
  const known = new Set(seen.map((view) => view.id))
  const ordered = [...new Set(body.viewIds)].filter((id) => known.has(id))
  for (const [ordinal, id] of ordered.entries()) await noteUse(tx, actor, id, { ordinal })
  return undefined
})
