import { createSavedView } from './create-saved-view.ts'
import { deleteSavedView } from './delete-saved-view.ts'
import { getSavedView } from './get-saved-view.ts'
import { listSavedViews } from './list-saved-views.ts'
import { updateSavedView } from './update-saved-view.ts'

export const savedViewRoutes = [
  listSavedViews,
  createSavedView,
  getSavedView,
  updateSavedView,
  deleteSavedView,
]
