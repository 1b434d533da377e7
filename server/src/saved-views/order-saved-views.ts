import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { noteUse } from './note-use.ts'
import { selectSavedViews } from './present-saved-view.ts'

export const orderSavedViews = handler(contract.orderSavedViews, async ({ tx, actor, body }) => {
  const seen = await selectSavedViews(tx, actor)
    .where(sql<boolean>`saved_views.id = any(${body.viewIds}::uuid[])`)
    .execute()
  // One that was deleted or is shared no more in the meantime has no place to keep.
  const known = new Set(seen.map((view) => view.id))
  const ordered = [...new Set(body.viewIds)].filter((id) => known.has(id))
  for (const [ordinal, id] of ordered.entries()) await noteUse(tx, actor, id, { ordinal })
  return undefined
})
