import { setWorkspaceSubscription } from '@muster/contract/admin-billing.ts'
import { markInvoicePaid } from '@muster/contract/invoices.ts'
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

/** Plans belong to the installation, so they carry no workspace's mark. */
export interface SeededPlans {
  /** Public, with a subscriber. */
  sold: string
  /** Without a subscriber. */
  spare: string
  /** All that were active when these were created. */
  all: string[]
  /** More expensive than `sold`. */
  dearer: string
}

export interface PlanOptions {
  state?: 'public' | 'hidden'
  priceMonthlyMinor?: number | null
  priceYearlyMinor?: number | null
  perSeat?: boolean
  trialDays?: number
  limits?: Partial<Limits>
}

/** Adds a plan for sale, without limits by default. */
export async function addPlan(server: TestServer, superadmin: TestUser, options: PlanOptions = {}) {
  const { limits, ...more } = options
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

/** Subscribes a workspace to a plan by marking its invoice as paid. */
export async function subscribe(
  server: TestServer,
  superadmin: TestUser,
  workspaceId: string,
  planId: string,
): Promise<string> {
  const params = { id: workspaceId }
  const body = { planId, interval: 'month' as const }
  const { body: standing } = await server.call(setWorkspaceSubscription, { as: superadmin, params, body })
  const { id } = standing.checkout!.invoice!
  const paid = await server.call(markInvoicePaid, { as: superadmin, params: { id }, body: {} })
  if (paid.status !== 200) throw new Error(`markInvoicePaid answered ${paid.status}: ${paid.body.message}`)
  return id
}

/** Subscribes the head's workspace to a plan, and gives the other one an open invoice. */
export async function seedBilling(
  server: TestServer,
  head: TestUser,
  ids: Record<string, string>,
  plans: SeededPlans,
): Promise<void> {
  ids.invoice = await subscribe(server, head, head.workspaceId, plans.sold)
  const { body } = await server.call(setWorkspaceSubscription, {
    as: head,
    params: { id: ids.otherWorkspace! },
    body: { planId: plans.sold, interval: 'year' },
  })
  ids.openInvoice = body.checkout!.invoice!.id
}

export async function seedPlans(server: TestServer, head: TestUser): Promise<SeededPlans> {
  const sold = await addPlan(server, head)
  const spare = await addPlan(server, head, { state: 'hidden' })
  const dearer = await addPlan(server, head, { priceMonthlyMinor: 9000, priceYearlyMinor: 90000 })
  const rows = await server.db.selectFrom('plans').where('state', '<>', 'archived').select('id').execute()
  return { sold: sold.id, spare: spare.id, dearer: dearer.id, all: rows.map(({ id }) => id) }
}
