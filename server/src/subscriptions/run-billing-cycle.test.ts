import * as invoices from '@muster/contract/invoices.ts'
import * as contract from '@muster/contract/subscriptions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPlan, subscribe } from '../testing/seed-plans.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { runBillingCycle } from './run-billing-cycle.ts'

let server: TestServer
let superadmin: TestUser
let owner: TestUser
let small: string
let large: string

beforeAll(async () => {
  server = await startTestServer()
  superadmin = await server.addUser((await server.addWorkspace()).workspaceId, 'superadmin')
  small = (await addPlan(server, superadmin, { priceMonthlyMinor: 3000, priceYearlyMinor: 30_000 })).id
  large = (await addPlan(server, superadmin, { priceMonthlyMinor: 9000, priceYearlyMinor: 90_000 })).id
})

beforeEach(async () => {
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  await subscribe(server, superadmin, owner.workspaceId, small)
})

afterAll(() => server?.stop())

const fromNow = (interval: string) => sql<string>`now() + ${interval}::interval`

/** Sets columns of the workspace's subscription. Its period began long ago unless given. */
async function set(columns: Record<string, ReturnType<typeof fromNow> | string>): Promise<void> {
  await server.db
    .updateTable('subscriptions')
    .set({ period_start: fromNow('-400 days'), ...columns })
    .where('workspace_id', '=', owner.workspaceId)
    .execute()
}

const runCycle = () => runBillingCycle(server.services)
const billingStatus = async () => (await server.call(contract.getActiveSubscription, { as: owner })).body
const listed = async () => (await server.call(invoices.listInvoices, { as: owner })).body.items

async function period() {
  const row = await server.db
    .selectFrom('subscriptions')
    .where('workspace_id', '=', owner.workspaceId)
    .select(['period_start', 'period_end', 'state'])
    .executeTakeFirstOrThrow()
  return { start: row.period_start, end: row.period_end, state: row.state }
}

const mailsToOwner = async () =>
  (await server.db.selectFrom('mails').where('recipient', '=', owner.email).select('subject').execute()).map(
    ({ subject }) => subject,
  )

describe('the renewal', () => {
  it('happens once on the day the period ends, with one invoice', async () => {
    await set({ period_end: fromNow('-1 second') })
    await runCycle()
    await runCycle()
    expect((await listed()).map(({ state }) => state)).toEqual(['open', 'paid'])
    expect((await period()).state).toBe('active')
  })

  it('does not happen before the period ends', async () => {
    await set({ period_end: fromNow('1 hour') })
    await runCycle()
    expect(await listed()).toHaveLength(1)
  })

  it('stays on the 31st on which it started, despite shorter months', async () => {
    const dates = { anchor_at: '2026-01-31T10:00:00Z', period_start: '2026-01-31T10:00:00Z' }
    await set({ ...dates, period_end: '2026-02-28T10:00:00Z' })
    await server.db
      .updateTable('invoices')
      .set({ due_at: fromNow('10 years') })
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    await runCycle()
    const lines = (await listed())
      .map(({ lines }) => lines[0]!)
      .filter(({ from }) => from !== null)
      .map(({ from, to }) => [from!.slice(0, 10), to!.slice(0, 10)])
    expect(lines).toContainEqual(['2026-02-28', '2026-03-31'])
    expect(lines).toContainEqual(['2026-03-31', '2026-04-30'])
    expect(lines).toContainEqual(['2026-04-30', '2026-05-31'])
  })

  it('catches up on every missed period without a gap', async () => {
    await set({
      anchor_at: fromNow('-70 days'),
      period_start: fromNow('-70 days'),
      period_end: fromNow('-40 days'),
    })
    await runCycle()
    const { end } = await period()
    expect(Date.parse(end!)).toBeGreaterThan(Date.now())
    const periods = (await listed()).map(({ lines }) => lines[0]!).filter(({ from }) => from !== null)
    expect(periods.length).toBeGreaterThan(1)
  })

  it('starts the scheduled plan, with a new anchor if the interval changes', async () => {
    await server.call(contract.checkout, { as: owner, body: { planId: large, interval: 'year' } })
    const changed = await server.call(contract.checkout, {
      as: owner,
      body: { planId: small, interval: 'month' },
    })
    expect(changed.body.outcome).toBe('scheduled')
    await set({ period_end: '2026-02-28T10:00:00Z', anchor_at: '2025-02-27T08:00:00Z' })
    await sql`update invoices set due_at = now() + interval '10 years'
      where workspace_id = ${owner.workspaceId}`.execute(server.db)
    await runCycle()
    expect(await billingStatus()).toMatchObject({ plan: { id: small }, subscription: { change: null } })
    expect((await period()).end).toMatch(/-28T10:00/)
  })

  it('comes a whole year after a change to yearly billing within a month', async () => {
    await set({
      period_start: fromNow('-10 days'),
      anchor_at: fromNow('-10 days'),
      period_end: fromNow('20 days'),
    })
    await server.call(contract.checkout, { as: owner, body: { planId: large, interval: 'year' } })
    await sql`
      update subscriptions set anchor_at = anchor_at - interval '366 days',
        period_start = period_start - interval '366 days', period_end = period_end - interval '366 days'
      where workspace_id = ${owner.workspaceId}
    `.execute(server.db)
    await runCycle()
    const { start, end } = await period()
    expect((Date.parse(end!) - Date.parse(start!)) / 86_400_000).toBeGreaterThan(364)
  })

  it('does not happen for a canceled one, which ends without an invoice', async () => {
    await server.call(contract.cancelSubscription, { as: owner, body: {} })
    await set({ period_end: fromNow('-1 second') })
    await runCycle()
    expect(await billingStatus()).toMatchObject({ subscription: null, lastEnded: { reason: 'canceled' } })
    expect(await listed()).toHaveLength(1)
  })

  it('leaves out subscriptions of another provider', async () => {
    await set({ provider: 'stripe', period_end: fromNow('-1 day') })
    await runCycle()
    expect(await listed()).toHaveLength(1)
  })
})

describe('an unpaid invoice', () => {
  async function withUnpaidInvoice(due: string): Promise<void> {
    await set({ period_end: fromNow('-1 second') })
    await runCycle()
    await server.db
      .updateTable('invoices')
      .set({ due_at: fromNow(due) })
      .where('workspace_id', '=', owner.workspaceId)
      .where('state', '=', 'open')
      .execute()
    await runCycle()
  }

  it('makes the plan past due on its due date, and not before', async () => {
    await withUnpaidInvoice('1 hour')
    expect((await period()).state).toBe('active')
    await withUnpaidInvoice('-1 second')
    expect((await period()).state).toBe('past_due')
  })

  it('ends the plan after the grace period, and not before', async () => {
    await withUnpaidInvoice('-1 second')
    const { grace_days: days } = await server.db
      .selectFrom('billing_settings')
      .select('grace_days')
      .executeTakeFirstOrThrow()
    await set({ past_due_since: fromNow(`${1 - days * 24} hours`) })
    await runCycle()
    expect((await period()).state).toBe('past_due')
    await set({ past_due_since: fromNow(`-${days * 24} hours`) })
    await runCycle()
    expect((await billingStatus()).lastEnded).toMatchObject({ reason: 'unpaid' })
  })

  it('is no longer one once paid, however late', async () => {
    await withUnpaidInvoice('1 hour')
    await sql`update invoices set due_at = now() - interval '1 day'
      where workspace_id = ${owner.workspaceId} and state = 'paid'`.execute(server.db)
    await runCycle()
    expect((await period()).state).toBe('active')
  })

  it('leaves the plan past due until every overdue invoice is paid', async () => {
    await withUnpaidInvoice('1 hour')
    await withUnpaidInvoice('-1 second')
    const open = (await listed()).filter(({ state }) => state === 'open')
    expect(open.map(({ isOverdue }) => isOverdue)).toEqual([true, true])
    const states = []
    for (const { id } of open) {
      await server.call(invoices.markInvoicePaid, { as: superadmin, params: { id }, body: {} })
      states.push((await period()).state)
    }
    expect(states).toEqual(['past_due', 'active'])
  })

  it('of another workspace ends only that workspace’s plan', async () => {
    const other = owner
    owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    await subscribe(server, superadmin, owner.workspaceId, small)
    await withUnpaidInvoice('-1 second')
    expect((await period()).state).toBe('past_due')
    owner = other
    expect((await period()).state).toBe('active')
  })
})

describe('the end of a trial', () => {
  async function trying(left: string): Promise<void> {
    await set({ state: 'trialing', trial_ends_at: fromNow(left), period_end: fromNow(left) })
    await runCycle()
  }

  it('is announced to the owner once, three days before', async () => {
    await trying('73 hours')
    expect(await mailsToOwner()).not.toContain('Your trial ends soon')
    await trying('71 hours')
    await runCycle()
    expect((await mailsToOwner()).filter((subject) => subject === 'Your trial ends soon')).toHaveLength(1)
  })

  it('is announced once to those who canceled, without an amount to pay', async () => {
    await set({ state: 'trialing' })
    await server.call(contract.cancelSubscription, { as: owner, body: {} })
    await trying('71 hours')
    await runCycle()
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', '=', owner.email)
      .where('subject', '=', 'Your trial ends soon')
      .select('body')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).toContain('there is nothing to pay')
  })

  it('is announced neither to suspended owners nor, beside an owner, to superadmins', async () => {
    const { workspaceId } = owner
    const suspended = await server.addUser(workspaceId, 'owner')
    const head = await server.addUser(workspaceId, 'superadmin')
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    await trying('71 hours')
    const told = await server.db
      .selectFrom('mails')
      .where(
        'recipient',
        'in',
        [owner, suspended, head].map(({ email }) => email),
      )
      .where('subject', '=', 'Your trial ends soon')
      .select('recipient')
      .execute()
    expect(told).toEqual([{ recipient: owner.email }])
  })
})
