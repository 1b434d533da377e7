import { addSampleData } from './add-sample-data.ts'
import { getStart } from './get-start.ts'
import { getWorkspace } from './get-workspace.ts'
import { removeSampleData } from './remove-sample-data.ts'
import { updateStart } from './update-start.ts'
import { updateWorkspace } from './update-workspace.ts'

export const workspaceRoutes = [
  getWorkspace,
  updateWorkspace,
  getStart,
  updateStart,
  addSampleData,
  removeSampleData,
]
