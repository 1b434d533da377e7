import * as contract from '@muster/contract/saved-views.ts'
import { handler } from '../http/handler.ts'
import { loadSavedView } from './present-saved-view.ts'

export const getSavedView = handler(contract.getSavedView, ({ tx, actor, params }) =>
  loadSavedView(tx, actor, params.id),
)
