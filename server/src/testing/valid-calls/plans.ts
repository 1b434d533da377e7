import { planLimitKeys } from '@muster/contract/plan-limits.ts'
import { newId } from '../../database/new-id.ts'
import { nothing, type ValidCalls } from './valid-call.ts'

const terms = () => ({
  priceMonthlyMinor: 4900,
  priceYearlyMinor: 49000,
  currency: 'EUR',
  perSeat: false,
  trialDays: 0,
  limits: Object.fromEntries(planLimitKeys.map((key) => [key, 'unlimited'])),
  features: ['Everything'],
})

/** Plans, and what is used of them. Plans are everyone's: their ids are no workspace's. */
export const planCalls: ValidCalls = {
  listPlans: () => ({ query: { state: 'public' } }),
  getPlan: ({ plans }) => ({ params: { id: plans.sold } }),
  createPlan: () => ({ body: { name: `Plan ${newId().slice(-12)}`, ...terms() } }),
  updatePlan: ({ plans }) => ({ params: { id: plans.spare }, body: { priceMonthlyMinor: 5900 } }),
  archivePlan: ({ plans }) => ({ params: { id: plans.spare } }),
  orderPlans: ({ plans }) => ({ body: { planIds: plans.all } }),
  listPlanTerms: ({ plans }) => ({ params: { id: plans.sold } }),
  listPlanWorkspaces: ({ plans }) => ({ params: { id: plans.sold }, query: { q: 'a' } }),
  getUsage: nothing,
}
