import type { Limits } from '@muster/contract/plan-limits.ts'
import { createPlan } from '@muster/contract/plans.ts'
import { newId } from '../database/new-id.ts'
import type { TestServer, TestUser } from './test-server.ts'

export const unlimited: Limits = {
  seats: 'unlimited',
  openPositions: 'unlimited',
  applicationsAMonth: 'unlimited',
  callMinutesAMonth: 'unlimited',
}

/** Plans are the installation's, so they carry no workspace's mark. */
export interface FurnishedPlans {
  /** Public, and paid for. */
  sold: string
  /** That nobody has. */
  spare: string
  /** All that were not archived when these were made. */
  all: string[]
}

export interface PlanWishes {
  state?: 'public' | 'hidden'
  priceMonthlyMinor?: number | null
  priceYearlyMinor?: number | null
  perSeat?: boolean
  trialDays?: number
  limits?: Partial<Limits>
}

/** A plan for sale without limits, unless wished otherwise. */
export async function addPlan(server: TestServer, superadmin: TestUser, wishes: PlanWishes = {}) {
  const { limits, ...more } = wishes
  const { status, body } = await server.call(createPlan, {
    as: superadmin,
    body: {
      name: `Plan ${newId().slice(-12)}`,
      state: 'public',
      priceMonthlyMinor: 3000,
      priceYearlyMinor: 30000,
      currency: 'USD',
      perSeat: false,
      trialDays: 0,
      limits: { ...unlimited, ...limits },
      features: [],
      ...more,
    },
  })
  if (status !== 201) throw new Error(`createPlan answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export async function furnishPlans(server: TestServer, head: TestUser): Promise<FurnishedPlans> {
  const sold = await addPlan(server, head)
  const spare = await addPlan(server, head, { state: 'hidden' })
  const rows = await server.db.selectFrom('plans').where('state', '<>', 'archived').select('id').execute()
  return { sold: sold.id, spare: spare.id, all: rows.map(({ id }) => id) }
}
