import type { planStates } from '@muster/contract/plans.ts'
import type { Actor } from '../session/actor.ts'

interface PlanFacts {
  state: (typeof planStates)[number]
  is_default: boolean
  price_monthly_minor: number | null
  price_yearly_minor: number | null
}

/** Returns whether a plan is sold by agreement: it has no price, and a superadmin assigns it. */
export function isByAgreement(plan: Pick<PlanFacts, 'price_monthly_minor' | 'price_yearly_minor'>): boolean {
  return plan.price_monthly_minor === null && plan.price_yearly_minor === null
}

export function planAbilities(actor: Actor, plan: PlanFacts) {
  const runs = actor.permissions.has('platform:manage')
  return {
    buy: actor.permissions.has('billing:manage') && plan.state === 'public' && !isByAgreement(plan),
    edit: runs,
    archive: runs && plan.state !== 'archived' && !plan.is_default,
  }
}
