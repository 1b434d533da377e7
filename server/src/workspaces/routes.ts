import { getWorkspace } from './get-workspace.ts'
import { updateWorkspace } from './update-workspace.ts'

export const workspaceRoutes = [getWorkspace, updateWorkspace]
