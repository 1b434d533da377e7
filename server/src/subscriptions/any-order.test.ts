import { cancelWorkspaceSubscription } from '@muster/contract/admin-billing.ts'
import type { AnyEndpoint, CallOf } from '@muster/contract/endpoint.ts'
import { markInvoicePaid, voidInvoice } from '@muster/contract/invoices.ts'
import { receiveStripeEvent } from '@muster/contract/stripe-webhooks.ts'
import * as contract from '@muster/contract/subscriptions.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncStripe } from '../payments/stripe/sync-stripe.ts'
import { addPlan } from '../testing/seed-plans.ts'
import { type StripePeer, signedEvent, startStripePeer, stripeWebhookSecret } from '../testing/stripe-peer.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { runBillingCycle } from './run-billing-cycle.ts'

/** The number of sequences; BILLING_RUNS and BILLING_SEED change it. */
const runs = Number(process.env.BILLING_RUNS ?? (process.env.MUSTER_TEST_FULL ? 40 : 4))
/** Leaves time for runs of two hundred sequences. */
const msForEach = 30_000
const seed = process.env.BILLING_SEED ? Number(process.env.BILLING_SEED) : undefined

let byHand: TestServer
let atStripe: TestServer
let peer: StripePeer
let superadmin: TestUser
let planIds: string[]

beforeAll(async () => {
  peer = await startStripePeer()
  byHand = await startTestServer()
  atStripe = await startTestServer({
    connectionString: byHand.connectionString,
    config: { stripe: { secretKey: 'sk_test', webhookSecret: stripeWebhookSecret, apiUrl: peer.url } },
  })
  superadmin = await byHand.addUser((await byHand.addWorkspace()).workspaceId, 'superadmin')
  const wishes = [
    { priceMonthlyMinor: 2999, priceYearlyMinor: 29_999 },
    { priceMonthlyMinor: 9001, priceYearlyMinor: 90_001, trialDays: 7 },
    { priceMonthlyMinor: 1103, priceYearlyMinor: 11_003, perSeat: true, limits: { seats: 9 } },
    { priceMonthlyMinor: 0, priceYearlyMinor: 0 },
  ]
  planIds = []
  for (const wish of wishes) planIds.push((await addPlan(byHand, superadmin, wish)).id)
})

afterAll(async () => {
  await atStripe?.stop()
  await byHand?.stop()
  await peer?.stop()
})

const choice = fc.record({
  plan: fc.nat({ max: 3 }),
  interval: fc.constantFrom('month' as const, 'year' as const),
  seats: fc.integer({ min: 1, max: 9 }),
})

/** The possible steps: by users, operators, time or Stripe. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('choose' as const), choice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('chooseTwice' as const), choice, other: choice }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), now: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resume' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.nat({ max: 45 }), paid: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('report' as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Fixture {
  server: TestServer
  owner: TestUser
  /** All events of Stripe so far, delivered repeatedly and in any order. */
  events: ReturnType<typeof signedEvent>[]
}

async function call<E extends AnyEndpoint>(
  fixture: Fixture,
  endpoint: E,
  as: TestUser,
  input: Partial<CallOf<E>>,
) {
  const answer = await fixture.server.call(endpoint, { as, ...input })
  // A refusal is fine; a failure is not.
  expect([200, 404, 409, 422]).toContain(answer.status)
  return answer
}

const choose = (
  fixture: Fixture,
  { plan, interval, seats }: { plan: number; interval: 'month' | 'year'; seats: number },
) => call(fixture, contract.checkout, fixture.owner, { body: { planId: planIds[plan]!, interval, seats } })

async function payAll(fixture: Fixture): Promise<void> {
  const { workspaceId } = fixture.owner
  const { db } = fixture.server
  const open = await db
    .selectFrom('invoices')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'open')
    .where('provider', '=', 'manual')
    .select('id')
    .execute()
  for (const { id } of open) await call(fixture, markInvoicePaid, superadmin, { params: { id }, body: {} })
  const waiting = await db
    .selectFrom('subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'incomplete')
    .where('checkout_id', 'is not', null)
    .select('checkout_id')
    .execute()
  for (const { checkout_id } of waiting) {
    // A checkout in a second window.
    const again = peer.openAgain(checkout_id!)
    fixture.events.push(signedEvent(peer.pay(checkout_id!)), signedEvent(peer.pay(again)))
  }
}

async function pass(fixture: Fixture, days: number, paid: boolean): Promise<void> {
  const { workspaceId } = fixture.owner
  const by = sql`make_interval(days => ${days})`
  await sql`
    update subscriptions set period_start = period_start - ${by}, period_end = period_end - ${by},
      anchor_at = period_end - ${by}, started_at = started_at - ${by}, trial_ends_at = trial_ends_at - ${by},
      past_due_since = past_due_since - ${by}
    where workspace_id = ${workspaceId} and provider = 'manual'
  `.execute(fixture.server.db)
  await sql`
    update invoices set issued_at = issued_at - ${by}, due_at = due_at - ${by} where workspace_id = ${workspaceId}
  `.execute(fixture.server.db)
  await runBillingCycle(fixture.server.services)
  if (fixture.server !== atStripe) return
  peer.pass(days, { paid })
  for (const one of peer.subscriptions()) fixture.events.push(signedEvent(one))
}

async function execute(fixture: Fixture, one: Step): Promise<void> {
  const { owner, server } = fixture
  switch (one.do) {
    case 'choose':
      await choose(fixture, one.choice)
      return
    case 'chooseTwice':
      await Promise.all([choose(fixture, one.choice), choose(fixture, one.other)])
      return
    case 'pay':
      return payAll(fixture)
    case 'void': {
      const row = await server.db
        .selectFrom('invoices')
        .where('workspace_id', '=', owner.workspaceId)
        .where('state', '=', 'open')
        .select('id')
        .executeTakeFirst()
      if (row)
        await call(fixture, voidInvoice, superadmin, {
          params: { id: row.id },
          body: { reason: 'A mistake' },
        })
      return
    }
    case 'cancel': {
      const params = { id: owner.workspaceId }
      const body = { when: 'now' as const, reason: 'They left' }
      if (one.now) await call(fixture, cancelWorkspaceSubscription, superadmin, { params, body })
      else await call(fixture, contract.cancelSubscription, owner, { body: {} })
      return
    }
    case 'resume':
      await call(fixture, contract.resumeSubscription, owner, {})
      return
    case 'withdraw':
      await call(fixture, contract.withdrawCheckout, owner, {})
      return
    case 'pass':
      return pass(fixture, one.days, one.paid)
    case 'report': {
      const reports = fixture.events.toReversed().flatMap((event) => Array(one.times).fill(event))
      await Promise.all(reports.slice(0, 12).map((event) => server.call(receiveStripeEvent, event)))
      if (server === atStripe)
        await Promise.all([1, 2].map(() => syncStripe(server.services, { workspaceId: owner.workspaceId })))
    }
  }
}

async function check({ server, owner }: Fixture): Promise<void> {
  const { rows } = await sql<{ live: number; wrong: number; gaps: number; orphans: number }>`
    select
      (select count(*)::int from subscriptions
        where workspace_id = ${owner.workspaceId} and state in ('trialing', 'active', 'past_due')) as live,
      (select count(*)::int from invoices i
        where i.workspace_id = ${owner.workspaceId} and (
          i.total_minor <> (select sum((line ->> 'amountMinor')::bigint) from jsonb_array_elements(i.lines) line)
          or exists (select from jsonb_array_elements(i.lines) line
            where line ->> 'kind' = 'plan' and line ->> 'from' is null
              and (line ->> 'amountMinor')::bigint <> (line ->> 'unitMinor')::bigint * (line ->> 'quantity')::bigint)
          or (i.provider = 'manual' and i.total_minor < 0))) as wrong,
      (select max(substring(number from 5)::int) - count(*)::int from invoices where provider = 'manual') as gaps,
      (select count(*)::int from subscriptions s
        where s.workspace_id = ${owner.workspaceId} and s.state = 'incomplete' and s.provider = 'manual'
          and not exists (select from invoices i where i.workspace_id = s.workspace_id
            and i.subscription_id = s.id and i.state = 'open')) as orphans
  `.execute(server.db)
  expect(rows[0]!.live).toBeLessThanOrEqual(1)
  expect(rows[0]).toMatchObject({ wrong: 0, gaps: rows[0]!.gaps === null ? null : 0, orphans: 0 })
}

describe('any choices, payments, cancellations and events in any order', () => {
  it.each([
    ['by hand', () => byHand],
    ['at Stripe', () => atStripe],
  ])(
    'leave a workspace that pays %s with at most one plan and consistent invoices',
    async (_, serverOf) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
          const server = serverOf()
          const owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
          const fixture: Fixture = { server, owner, events: [] }
          for (const one of steps) {
            await execute(fixture, one)
            await check(fixture)
          }
          if (server !== atStripe) return
          // Finally in sync with Stripe, where nothing runs twice either.
          await syncStripe(server.services, { workspaceId: owner.workspaceId })
          await check(fixture)
          const account = await server.db
            .selectFrom('billing_accounts')
            .where('workspace_id', '=', owner.workspaceId)
            .select('stripe_customer_id')
            .executeTakeFirst()
          const running = peer
            .subscriptions()
            .filter(
              ({ customer, status }) => customer === account?.stripe_customer_id && status !== 'canceled',
            )
          expect(running.length).toBeLessThanOrEqual(1)
        }),
        {
          numRuns: runs,
          ...(seed === undefined ? {} : { seed }),
          endOnFailure: process.env.CI !== undefined,
        },
      )
    },
    msForEach * runs,
  )
})
