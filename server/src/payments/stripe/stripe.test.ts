import { setWorkspaceSubscription } from '@muster/contract/admin-billing.ts'
import { listInvoices } from '@muster/contract/invoices.ts'
import type { Interval } from '@muster/contract/plans.ts'
import { receiveStripeEvent } from '@muster/contract/stripe-webhooks.ts'
import * as contract from '@muster/contract/subscriptions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPlan } from '../../testing/seed-plans.ts'
import {
  type StripePeer,
  signedEvent,
  startStripePeer,
  stripeWebhookSecret,
} from '../../testing/stripe-peer.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import { syncStripe } from './sync-stripe.ts'

let server: TestServer
let peer: StripePeer
let superadmin: TestUser
let small: string
let large: string
let bySeat: string

beforeAll(async () => {
  peer = await startStripePeer()
  const stripe = { secretKey: 'sk_test_of_the_tests', webhookSecret: stripeWebhookSecret, apiUrl: peer.url }
  server = await startTestServer({ config: { stripe } })
  superadmin = await server.addUser((await server.addWorkspace()).workspaceId, 'superadmin')
  const add = async (wishes: Parameters<typeof addPlan>[2]) => (await addPlan(server, superadmin, wishes)).id
  small = await add({ priceMonthlyMinor: 3000, priceYearlyMinor: 30_000, limits: { seats: 5 } })
  large = await add({ priceMonthlyMinor: 9000, priceYearlyMinor: 90_000, limits: { seats: 50 } })
  bySeat = await add({ priceMonthlyMinor: 1000, perSeat: true, trialDays: 14, limits: { seats: 20 } })
})

afterAll(async () => {
  await server?.stop()
  await peer?.stop()
})

const newOwner = async () => server.addUser((await server.addWorkspace()).workspaceId, 'owner')

const choose = (as: TestUser, planId: string, interval: Interval = 'month', seats?: number) =>
  server.call(contract.checkout, { as, body: { planId, interval, ...(seats ? { seats } : {}) } })

const billingStatus = async (as: TestUser) => (await server.call(contract.getActiveSubscription, { as })).body

const listed = async (as: TestUser) => (await server.call(listInvoices, { as })).body.items

const sync = ({ workspaceId }: TestUser) => syncStripe(server.services, { workspaceId })

async function sessionOf({ workspaceId }: TestUser): Promise<string> {
  const row = await server.db
    .selectFrom('subscriptions')
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .select('checkout_id')
    .executeTakeFirstOrThrow()
  return row.checkout_id!
}

async function subscribed(planId: string): Promise<TestUser> {
  const owner = await newOwner()
  await choose(owner, planId)
  peer.pay(await sessionOf(owner))
  await sync(owner)
  return owner
}

function report(event: ReturnType<typeof signedEvent>) {
  return server.call(receiveStripeEvent, event as never)
}

async function waitingJobs({ workspaceId }: TestUser): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'sync-stripe' and state = 'created' and data ->> 'workspaceId' = ${workspaceId}
  `.execute(server.db)
  return rows[0]!.count
}

describe('a plan bought at Stripe', () => {
  it('is paid in its checkout, and repeated events take effect once', async () => {
    const owner = await newOwner()
    const { body } = await choose(owner, small)
    expect(body).toMatchObject({
      outcome: 'redirect',
      payments: 'stripe',
      subscription: null,
      checkout: { plan: { id: small }, invoice: null },
    })
    expect(body.url).toMatch(/^https:\/\/stripe\.example\/pay\//)
    const session = peer.pay(await sessionOf(owner))
    const event = signedEvent(session, { type: 'checkout.session.completed' })
    const reports = await Promise.all(Array.from({ length: 10 }, () => report(event)))
    expect(reports.filter(({ body: { result } }) => result === 'accepted')).toHaveLength(1)
    expect(reports.filter(({ body: { result } }) => result === 'repeated')).toHaveLength(9)
    expect(await waitingJobs(owner)).toBe(1)
    await Promise.all([sync(owner), sync(owner)])
    expect(await billingStatus(owner)).toMatchObject({
      checkout: null,
      plan: { id: small },
      subscription: { state: 'active', provider: 'stripe', amountMinor: 3000 },
      can: { portal: true, cancel: true },
    })
    expect(await listed(owner)).toMatchObject([{ state: 'paid', totalMinor: 3000, provider: 'stripe' }])
    const portal = await server.call(contract.openPortal, { as: owner })
    expect(portal.body.url).toMatch(/portal\/cus_/)
  })

  it('refuses events that Stripe did not sign, or signed long ago', async () => {
    const { body, headers } = signedEvent({ object: 'customer', id: 'cus_1' })
    const wrong = { ...headers, 'stripe-signature': headers['stripe-signature']!.replace(/.$/, 'x') }
    expect((await report({ body, headers: wrong })).status).toBe(401)
    expect((await report({ body, headers: {} })).status).toBe(401)
    const old = signedEvent({ object: 'customer', id: 'cus_1' }, { at: Date.now() - 301_000 })
    expect((await report(old)).status).toBe(401)
    expect((await report(signedEvent({ object: 'customer', id: 'cus_of_nobody' }))).body.result).toBe(
      'ignored',
    )
  })

  it.each([
    [-301, 401],
    [-299, 200],
    [299, 200],
    [301, 401],
  ])('accepts a signature at most 300 s old or ahead: at %i s it returns %i', async (seconds, status) => {
    // Signatures have whole seconds. Wait if the current one is about to end, or the request would arrive in the
    // next.
    const rest = 1000 - (Date.now() % 1000)
    if (rest < 500) await new Promise((resolve) => setTimeout(resolve, rest))
    const event = signedEvent({ object: 'customer', id: 'cus_1' }, { at: Date.now() + seconds * 1000 })
    expect((await report(event)).status).toBe(status)
  })

  it('refuses a signature with two times, whichever of them was signed', async () => {
    const { body, headers } = signedEvent({ object: 'customer', id: 'cus_1' }, { at: Date.now() + 400_000 })
    const signature = headers['stripe-signature']!
    const now = `t=${Math.floor(Date.now() / 1000)}`
    for (const both of [`${now},${signature}`, `${signature},${now}`]) {
      const { status } = await report({ body, headers: { 'stripe-signature': both } })
      expect(status).toBe(401)
    }
  })

  it('upgrades at once, and downgrades at the end of the period, which can be canceled', async () => {
    const owner = await subscribed(small)
    const up = await choose(owner, large)
    expect(up.body).toMatchObject({ outcome: 'changed', plan: { id: large } })
    expect(await listed(owner)).toHaveLength(2)
    const down = await choose(owner, small)
    expect(down.body).toMatchObject({
      outcome: 'scheduled',
      plan: { id: large },
      subscription: { change: { plan: { id: small } } },
    })
    await server.call(contract.resumeSubscription, { as: owner })
    await sync(owner)
    expect((await billingStatus(owner)).subscription!.change).toBe(null)
    await choose(owner, small)
    await sync(owner)
    expect((await billingStatus(owner)).subscription!.change).toMatchObject({ plan: { id: small } })
    peer.pass(31)
    await sync(owner)
    expect(await billingStatus(owner)).toMatchObject({ plan: { id: small }, subscription: { change: null } })
    expect((await listed(owner)).map(({ totalMinor }) => totalMinor)).toContain(3000)
  })

  it('becomes past due when a payment fails, and ends when it is canceled', async () => {
    const owner = await subscribed(small)
    peer.pass(31, { paid: false })
    await sync(owner)
    expect((await billingStatus(owner)).subscription).toMatchObject({ state: 'past_due', endsAt: null })
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', '=', owner.email)
      .select('subject')
      .execute()
    expect(mails.map(({ subject }) => subject)).toContain('A payment failed')
    const other = await subscribed(small)
    await server.call(contract.cancelSubscription, { as: other, body: {} })
    await sync(other)
    expect((await billingStatus(other)).subscription).toMatchObject({ cancelsAtPeriodEnd: true })
    peer.pass(31)
    await sync(other)
    expect(await billingStatus(other)).toMatchObject({
      subscription: null,
      lastEnded: { reason: 'canceled' },
    })
  })

  it('may start with a trial, priced per seat, once a card is on file', async () => {
    const owner = await newOwner()
    await choose(owner, bySeat, 'month', 3)
    peer.pay(await sessionOf(owner))
    await sync(owner)
    expect((await billingStatus(owner)).subscription).toMatchObject({ state: 'trialing', seats: 3 })
    const more = await choose(owner, bySeat, 'month', 5)
    expect(more.body).toMatchObject({ outcome: 'changed', subscription: { seats: 5, state: 'trialing' } })
  })

  it('is changed by its owner alone, whose card pays for it', async () => {
    const { workspaceId } = await subscribed(small)
    const { status } = await server.call(setWorkspaceSubscription, {
      as: superadmin,
      params: { id: workspaceId },
      body: { planId: large, interval: 'month' },
    })
    expect(status).toBe(409)
  })

  it('is purchased once, even when two checkouts are paid in two windows', async () => {
    const owner = await newOwner()
    await choose(owner, small)
    const first = await sessionOf(owner)
    const second = peer.openAgain(first)
    peer.pay(first)
    await sync(owner)
    peer.pay(second)
    await Promise.all([sync(owner), sync(owner)])
    const { customer } = peer.subscriptions().at(-1)!
    const states = peer.subscriptions().filter((one) => one.customer === customer)
    expect(states.map(({ status }) => status)).toEqual(['active', 'canceled'])
    expect((await billingStatus(owner)).subscription).toMatchObject({ state: 'active' })
    // The earlier checkout is withdrawn at Stripe too, unless it was paid by then.
    const other = await newOwner()
    await choose(other, small)
    const left = await sessionOf(other)
    await choose(other, large)
    peer.pay(await sessionOf(other))
    expect((await choose(other, small)).status).toBe(409)
    await sync(other)
    expect(await billingStatus(other)).toMatchObject({ plan: { id: large } })
    expect(left).not.toBe(await sessionOf(other))
  })

  it('stores nothing that Stripe did not do, and returns the error', async () => {
    const owner = await newOwner()
    peer.away = true
    const { status, body } = await choose(owner, small)
    peer.away = false
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
    expect((await billingStatus(owner)).checkout).toBe(null)
    expect((await choose(owner, small)).body.outcome).toBe('redirect')
  })
})
