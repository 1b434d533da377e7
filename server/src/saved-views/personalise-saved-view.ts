import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadSavedView } from './present-saved-view.ts'
import { setDefault, storeViewSettings } from './view-settings.ts'

export const personaliseSavedView = handler(
  contract.personaliseSavedView,
  async ({ tx, actor, params, body }) => {
    const view = await loadSavedView(tx, actor, params.id)
    if (body.isDefault !== undefined) await setDefault(tx, actor, view, body.isDefault)
    if (body.seen) await storeViewSettings(tx, actor, view.id, { seen_at: sql<string>`now()` })
    return loadSavedView(tx, actor, params.id)
  },
)
