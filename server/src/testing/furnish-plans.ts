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

/** Plans are the installation's, so they carry no workspace's mark. */
export interface FurnishedPlans {
  /** Public, and paid for. */
  sold: string
  /** That nobody has. */
  spare: string
  /** All that were not archived when these were made. */
  all: string[]
  /** Costs more than the one that is sold. */
  dearer: string
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

/** Has an invoice of its own marked as paid, so that it is on the plan. */
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

/** The head's workspace pays for a plan, and the other one has an invoice to pay. */
export async function furnishBilling(
  server: TestServer,
  head: TestUser,
  ids: Record<string, string>,
  plans: FurnishedPlans,
): Promise<void> {
  ids.invoice = await subscribe(server, head, head.workspaceId, plans.sold)
  const { body } = await server.call(setWorkspaceSubscription, {
    as: head,
    params: { id: ids.otherWorkspace! },
    body: { planId: plans.sold, interval: 'year' },
  })
  ids.openInvoice = body.checkout!.invoice!.id
}

export async function furnishPlans(server: TestServer, head: TestUser): Promise<FurnishedPlans> {
  const sold = await addPlan(server, head)
  const spare = await addPlan(server, head, { state: 'hidden' })
  const dearer = await addPlan(server, head, { priceMonthlyMinor: 9000, priceYearlyMinor: 90000 })
  const rows = await server.db.selectFrom('plans').where('state', '<>', 'archived').select('id').execute()
  return { sold: sold.id, spare: spare.id, dearer: dearer.id, all: rows.map(({ id }) => id) }
}
