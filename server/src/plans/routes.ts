import { archivePlan } from './archive-plan.ts'
import { createPlan } from './create-plan.ts'
import { getPlan } from './get-plan.ts'
import { getUsage } from './get-usage.ts'
import { listPlanTerms } from './list-plan-terms.ts'
import { listPlanWorkspaces } from './list-plan-workspaces.ts'
import { listPlans } from './list-plans.ts'
import { orderPlans } from './order-plans.ts'
import { updatePlan } from './update-plan.ts'

export const planRoutes = [
  listPlans,
  createPlan,
  orderPlans,
  getPlan,
  updatePlan,
  archivePlan,
  listPlanTerms,
  listPlanWorkspaces,
  getUsage,
]
