import * as contract from '@muster/contract/saved-views.ts'
import { handler } from '../http/handler.ts'
import { findSavedViews } from './present-saved-view.ts'

export const listSavedViews = handler(contract.listSavedViews, async ({ tx, actor, query }) => ({
  items: await findSavedViews(tx, actor, { screen: query.screen }),
}))
