import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { presentSavedView, selectSavedViews } from './present-saved-view.ts'

export const listSavedViews = handler(contract.listSavedViews, async ({ tx, actor, query }) => {
  const rows = await selectSavedViews(tx, actor)
    .$if(query.screen !== undefined, (views) => views.where('saved_views.screen', '=', query.screen!))
    .orderBy('uses.ordinal', (order) => order.asc().nullsLast())
    .orderBy(sql`lower(saved_views.name)`)
    .orderBy('saved_views.id')
    .execute()
  return { items: rows.map((row) => presentSavedView(row, actor)) }
})
