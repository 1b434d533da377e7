import { createSavedView } from './create-saved-view.ts'
import { deleteSavedView } from './delete-saved-view.ts'
import { getSavedView } from './get-saved-view.ts'
import { listSavedViews } from './list-saved-views.ts'
import { orderSavedViews } from './order-saved-views.ts'
import { personaliseSavedView } from './personalise-saved-view.ts'
import { restoreSavedView } from './restore-saved-view.ts'
import { updateSavedView } from './update-saved-view.ts'

export const savedViewRoutes = [
  listSavedViews,
  createSavedView,
  getSavedView,
  updateSavedView,
  deleteSavedView,
  restoreSavedView,
  personaliseSavedView,
  orderSavedViews,
]
