import { getBillingSettings, updateBillingSettings } from './billing-settings.ts'
import { cancelWorkspaceSubscription } from './cancel-workspace-subscription.ts'
import { getWorkspaceSubscription } from './get-workspace-subscription.ts'
import { grantPlan } from './grant-plan.ts'
import { previewWorkspaceChange } from './preview-workspace-change.ts'
import { setWorkspaceSubscription } from './set-workspace-subscription.ts'

export const adminBillingRoutes = [
  getWorkspaceSubscription,
  previewWorkspaceChange,
  setWorkspaceSubscription,
  grantPlan,
  cancelWorkspaceSubscription,
  getBillingSettings,
  updateBillingSettings,
]
