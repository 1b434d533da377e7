import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import * as adminBilling from '@muster/contract/admin-billing.ts'
import * as invoices from '@muster/contract/invoices.ts'
import type { Interval } from '@muster/contract/plans.ts'
import { archivePlan, getUsage, updatePlan } from '@muster/contract/plans.ts'
import * as contract from '@muster/contract/subscriptions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdfFonts } from '../config/read-settings.ts'
import { pagesOf } from '../pdf/fixtures/read-pdf.ts'
import { followEvents } from '../testing/follow-events.ts'
import { addPlan, subscribe } from '../testing/seed-plans.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { runBillingCycle } from './run-billing-cycle.ts'

const require = createRequire(import.meta.url)
/** Fonts of the operator, one of which has arrows. Ours have none. */
const fontFolder = resolve(dirname(require.resolve('pdfjs-dist/package.json')), 'standard_fonts')

let server: TestServer
let superadmin: TestUser
let small: string
let large: string
let bySeat: string
let tried: string
let free: string

beforeAll(async () => {
  server = await startTestServer({ config: { pdfFonts: readPdfFonts(fontFolder) } })
  superadmin = await server.addUser((await server.addWorkspace()).workspaceId, 'superadmin')
  const add = async (wishes: Parameters<typeof addPlan>[2]) => (await addPlan(server, superadmin, wishes)).id
  small = await add({ priceMonthlyMinor: 3000, priceYearlyMinor: 30_000, limits: { seats: 5 } })
  large = await add({ priceMonthlyMinor: 9000, priceYearlyMinor: 90_000, limits: { seats: 50 } })
  bySeat = await add({
    priceMonthlyMinor: 1000,
    priceYearlyMinor: null,
    perSeat: true,
    limits: { seats: 20 },
  })
  tried = await add({ trialDays: 14 })
  free = await add({ priceMonthlyMinor: 0, priceYearlyMinor: 0, limits: { seats: 1 } })
})

afterAll(() => server?.stop())

const newOwner = async () => server.addUser((await server.addWorkspace()).workspaceId, 'owner')

const choose = (as: TestUser, planId: string, interval: Interval = 'month', seats?: number) =>
  server.call(contract.checkout, { as, body: { planId, interval, ...(seats ? { seats } : {}) } })

const billingStatus = async (as: TestUser) => (await server.call(contract.getActiveSubscription, { as })).body

const pay = (id: string) =>
  server.call(invoices.markInvoicePaid, { as: superadmin, params: { id }, body: { note: 'By bank' } })

const listed = async (as: TestUser) => (await server.call(invoices.listInvoices, { as })).body.items

/** Simulates that `days` have passed for a workspace. */
async function pass(owner: TestUser, days: number): Promise<void> {
  const by = sql`make_interval(days => ${days})`
  await sql`
    update subscriptions set period_start = period_start - ${by}, period_end = period_end - ${by},
      anchor_at = period_end - ${by}, started_at = started_at - ${by}, trial_ends_at = trial_ends_at - ${by},
      past_due_since = past_due_since - ${by}
    where workspace_id = ${owner.workspaceId}
  `.execute(server.db)
  await sql`
    update invoices set issued_at = issued_at - ${by}, due_at = due_at - ${by}
    where workspace_id = ${owner.workspaceId}
  `.execute(server.db)
  await runBillingCycle(server.services)
}

const emailsTo = async ({ email }: TestUser) =>
  (
    await server.db
      .selectFrom('mails')
      .where('recipient', '=', email)
      .orderBy('created_at')
      .select('subject')
      .execute()
  ).map(({ subject }) => subject)

describe('a plan paid by manual invoice', () => {
  it('starts when its invoice is marked as paid, with the purchased limits', async () => {
    const owner = await newOwner()
    expect((await billingStatus(owner)).plan.name).toBe('Unlimited')
    const preview = await server.call(contract.previewChange, {
      as: owner,
      query: { planId: small, interval: 'month' },
    })
    expect(preview.body).toMatchObject({
      effect: 'checkout',
      dueNowMinor: 3000,
      exceeded: [],
      changes: [{ what: 'seats', from: 'unlimited', to: 5 }],
    })
    const { body } = await choose(owner, small)
    expect(body).toMatchObject({ outcome: 'invoice', subscription: null, payments: 'manual', selling: true })
    expect(body.checkout!.invoice).toMatchObject({ state: 'open', totalMinor: 3000, currency: 'USD' })
    expect(await emailsTo(owner)).toEqual([`Invoice ${body.checkout!.invoice!.number}`])

    // Another choice before the payment withdraws the first.
    const second = (await choose(owner, large, 'year')).body
    expect((await pay(body.invoiceId!)).status).toBe(409)
    const paid = await Promise.all([pay(second.invoiceId!), pay(second.invoiceId!)])
    expect(paid.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await billingStatus(owner)).toMatchObject({
      checkout: null,
      subscription: { state: 'active', interval: 'year', amountMinor: 90_000, cancelsAtPeriodEnd: false },
      plan: { id: large },
    })
    expect((await listed(owner)).map(({ state }) => state)).toEqual(['paid', 'void'])
    const usage = await server.call(getUsage, { as: owner })
    expect(usage.body.limits.seats).toBe(50)
  })

  it('is announced when ordered, paid, renewed and overdue', async () => {
    const owner = await newOwner()
    const followed = await followEvents(server, owner)
    const { body } = await choose(owner, small)
    await pay(body.invoiceId!)
    await pass(owner, 31)
    await pass(owner, 15)
    expect((await billingStatus(owner)).subscription!.state).toBe('past_due')
    const told = (await followed.take(4)).map(({ event }) => event)
    expect(told.every(({ kind }) => kind === 'billing-changed')).toBe(true)
    expect(told.map(({ actorId }) => actorId)).toEqual([owner.id, superadmin.id, null, null])
    followed.leave()
  })

  it('keeps its terms when the plan gets new ones', async () => {
    const { id } = await addPlan(server, superadmin, { limits: { seats: 4 } })
    const owner = await newOwner()
    await subscribe(server, superadmin, owner.workspaceId, id)
    await server.call(updatePlan, { as: superadmin, params: { id }, body: { priceMonthlyMinor: 9900 } })
    expect((await billingStatus(owner)).subscription).toMatchObject({
      amountMinor: 3000,
      terms: { number: 1 },
    })
    await pass(owner, 31)
    expect((await listed(owner))[0]).toMatchObject({ totalMinor: 3000, state: 'open' })
  })

  it('upgrades at once with credit for unused time, and downgrades at the end of the period', async () => {
    const owner = await newOwner()
    await subscribe(server, superadmin, owner.workspaceId, small)
    await sql`
      update subscriptions set period_start = now() - interval '15 days', period_end = now() + interval '15 days',
        anchor_at = now() - interval '15 days'
      where workspace_id = ${owner.workspaceId}
    `.execute(server.db)
    const up = await server.call(contract.previewChange, {
      as: owner,
      query: { planId: large, interval: 'month' },
    })
    expect(up.body).toMatchObject({ effect: 'now', dueNowMinor: 3000 })
    expect(up.body.lines.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['credit', -1500],
      ['plan', 4500],
    ])
    const changed = await choose(owner, large)
    expect(changed.body).toMatchObject({ outcome: 'changed', plan: { id: large } })
    expect((await listed(owner))[0]).toMatchObject({ totalMinor: 3000, state: 'open' })

    const down = await choose(owner, small)
    expect(down.body).toMatchObject({
      outcome: 'scheduled',
      plan: { id: large },
      subscription: {
        change: { plan: { id: small }, amountMinor: 3000 },
        nextInvoice: { amountMinor: 3000 },
      },
    })
    expect((await server.call(contract.resumeSubscription, { as: owner })).body.subscription!.change).toBe(
      null,
    )
    await choose(owner, small)
    await pay((await listed(owner))[0]!.id)
    await pass(owner, 16)
    expect(await billingStatus(owner)).toMatchObject({ plan: { id: small }, subscription: { change: null } })
    expect((await listed(owner))[0]).toMatchObject({ totalMinor: 3000, state: 'open' })
  })

  it('may be priced per seat: more at once, fewer at the end of the period, never below use', async () => {
    const owner = await newOwner()
    const first = await choose(owner, bySeat, 'month', 2)
    expect(first.body.checkout!.invoice!.totalMinor).toBe(2000)
    await pay(first.body.invoiceId!)
    expect((await server.call(getUsage, { as: owner })).body.limits.seats).toBe(2)
    expect((await choose(owner, bySeat)).status).toBe(409)
    expect((await choose(owner, bySeat, 'month', 21)).status).toBe(422)
    expect((await choose(owner, bySeat, 'year')).status).toBe(409)
    expect((await choose(owner, bySeat, 'month', 4)).body.subscription!.seats).toBe(4)
    expect((await choose(owner, bySeat, 'month', 1)).body).toMatchObject({
      outcome: 'scheduled',
      subscription: { seats: 4, change: { seats: 1, amountMinor: 1000 } },
    })
  })

  it('ends after it is canceled, unless it is resumed', async () => {
    const owner = await newOwner()
    await subscribe(server, superadmin, owner.workspaceId, small)
    const canceled = await server.call(contract.cancelSubscription, { as: owner, body: { reason: 'Quiet' } })
    expect(canceled.body.subscription).toMatchObject({ cancelsAtPeriodEnd: true, nextInvoice: null })
    expect((await server.call(contract.resumeSubscription, { as: owner })).body.subscription).toMatchObject({
      cancelsAtPeriodEnd: false,
    })
    await server.call(contract.cancelSubscription, { as: owner, body: {} })
    await pass(owner, 32)
    expect(await billingStatus(owner)).toMatchObject({
      subscription: null,
      plan: { name: 'Unlimited' },
      lastEnded: { plan: { id: small }, reason: 'canceled' },
    })
    expect(await listed(owner)).toHaveLength(1)
    expect((await server.call(contract.cancelSubscription, { as: owner, body: {} })).status).toBe(409)
  })

  it('becomes past due when an invoice is unpaid, works during the grace period, then ends', async () => {
    const owner = await newOwner()
    await subscribe(server, superadmin, owner.workspaceId, small)
    await pass(owner, 32)
    const [renewal] = await listed(owner)
    expect(renewal).toMatchObject({ state: 'open', totalMinor: 3000 })
    await pass(owner, 15)
    expect((await billingStatus(owner)).subscription).toMatchObject({ state: 'past_due' })
    expect((await server.call(getUsage, { as: owner })).body.limits.seats).toBe(5)
    expect((await choose(owner, large)).status).toBe(409)
    expect((await pay(renewal!.id)).body).toMatchObject({ state: 'paid' })
    expect((await billingStatus(owner)).subscription).toMatchObject({ state: 'active', pastDueSince: null })
    await pass(owner, 20)
    await pass(owner, 15)
    await pass(owner, 15)
    expect(await billingStatus(owner)).toMatchObject({ subscription: null, lastEnded: { reason: 'unpaid' } })
    expect(await emailsTo(owner)).toEqual(
      expect.arrayContaining(['An invoice is overdue', 'Your plan has ended']),
    )
  })

  it('may have one trial, which ends in an invoice after a notice to the owner', async () => {
    const owner = await newOwner()
    const begun = await choose(owner, tried)
    expect(begun.body).toMatchObject({
      outcome: 'trial',
      hadTrial: true,
      subscription: { state: 'trialing' },
    })
    expect(await listed(owner)).toEqual([])
    await pass(owner, 12)
    expect(await emailsTo(owner)).toEqual(['Your trial ends soon'])
    await pass(owner, 3)
    expect((await billingStatus(owner)).subscription).toMatchObject({ state: 'active' })
    expect(await listed(owner)).toMatchObject([{ state: 'open', totalMinor: 3000 }])
    await server.call(adminBilling.cancelWorkspaceSubscription, {
      as: superadmin,
      params: { id: owner.workspaceId },
      body: { when: 'now', reason: 'A test' },
    })
    const again = await server.call(contract.previewChange, {
      as: owner,
      query: { planId: tried, interval: 'month' },
    })
    expect(again.body).toMatchObject({ effect: 'checkout', trialDays: 0, dueNowMinor: 3000 })
  })

  it('ends at once when canceled while past due, as no paid time is left', async () => {
    const owner = await newOwner()
    await subscribe(server, superadmin, owner.workspaceId, small)
    await pass(owner, 32)
    await pass(owner, 15)
    expect(await billingStatus(owner)).toMatchObject({
      subscription: { state: 'past_due' },
      can: { change: false, cancel: true },
    })
    const { body } = await server.call(contract.cancelSubscription, { as: owner, body: {} })
    expect(body).toMatchObject({ subscription: null, lastEnded: { reason: 'canceled' } })
  })

  it.each([
    ['hidden', { state: 'hidden' }, 404, 'Plan'],
    ['by agreement', { priceMonthlyMinor: null, priceYearlyMinor: null }, 409, 'custom pricing'],
  ] as const)('cannot be chosen by an owner if it is %s', async (_, options, status, message) => {
    const { id } = await addPlan(server, superadmin, options)
    const answer = await choose(await newOwner(), id)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toContain(message)
  })

  it('cannot be chosen once it is archived, by anybody', async () => {
    const { id: planId } = await addPlan(server, superadmin)
    await server.call(archivePlan, { as: superadmin, params: { id: planId } })
    const owner = await newOwner()
    const forThem = await server.call(adminBilling.setWorkspaceSubscription, {
      as: superadmin,
      params: { id: owner.workspaceId },
      body: { planId, interval: 'month' },
    })
    expect([(await choose(owner, planId)).status, forThem.status]).toEqual([409, 409])
  })

  it('has one trial in each workspace, whoever else had one', async () => {
    const trials = [await choose(await newOwner(), tried), await choose(await newOwner(), tried)]
    expect(trials.map(({ body }) => body.outcome)).toEqual(['trial', 'trial'])
  })

  it('did not end if its checkout was withdrawn before it was paid', async () => {
    const owner = await newOwner()
    await choose(owner, small)
    const { body } = await server.call(contract.withdrawCheckout, { as: owner })
    expect([body.checkout, body.lastEnded]).toEqual([null, null])
    expect(await listed(owner)).toMatchObject([{ state: 'void' }])
  })

  it('is exceeded by more users than it has seats, and not by as many', async () => {
    const owner = await newOwner()
    const preview = async () =>
      (await server.call(contract.previewChange, { as: owner, query: { planId: free, interval: 'month' } }))
        .body.exceeded
    expect(await preview()).toEqual([])
    await server.addUser(owner.workspaceId, 'viewer')
    expect(await preview()).toEqual([{ what: 'seats', used: 2, limit: 1 }])
  })

  it('is replaced by a free plan when it ends, and may be granted by a superadmin', async () => {
    const owner = await newOwner()
    await subscribe(server, superadmin, owner.workspaceId, small)
    expect((await choose(owner, free)).body).toMatchObject({
      outcome: 'free',
      plan: { id: small },
      fallback: { id: free },
    })
    const again = await choose(owner, free)
    expect([again.status, again.body.message]).toEqual([
      409,
      'The workspace is already switching to this plan',
    ])
    await pass(owner, 32)
    expect(await billingStatus(owner)).toMatchObject({ subscription: null, plan: { id: free } })
    expect((await choose(owner, free)).status).toBe(409)
    const granted = await server.call(adminBilling.grantPlan, {
      as: superadmin,
      params: { id: owner.workspaceId },
      body: { planId: large },
    })
    expect(granted.body).toMatchObject({ subscription: null, plan: { id: large } })
  })
})

describe('invoices', () => {
  it('are numbered without gaps under concurrency, and a void one keeps its number', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, newOwner))
    const opened = await Promise.all(owners.map((owner) => choose(owner, small)))
    const { body } = await server.call(invoices.voidInvoice, {
      as: superadmin,
      params: { id: opened[0]!.body.invoiceId! },
      body: { reason: 'By mistake' },
    })
    expect(body).toMatchObject({ state: 'void', note: 'By mistake', can: { markPaid: false, void: false } })
    expect((await billingStatus(owners[0]!)).checkout).toBe(null)
    const rows = await server.db.selectFrom('invoices').orderBy('number').select('number').execute()
    const numbers = rows.map(({ number }) => Number(number.replace('INV-', '')))
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1))
  })

  it('are addressed as their workspace says, whatever another workspace says', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    const details = (as: TestUser, name: string) =>
      server.call(contract.updateBillingDetails, { as, body: { name, address: '', taxId: '', email: '' } })
    await details(other, 'Other Ltd')
    await details(owner, 'Owner Ltd')
    const addressed = async (as: TestUser) => (await choose(as, small)).body.checkout!.invoice!.billTo.name
    expect([await addressed(owner), await addressed(other)]).toEqual(['Owner Ltd', 'Other Ltd'])
  })

  it('are emailed once to an owner who is also the billing address', async () => {
    const owner = await newOwner()
    await server.call(contract.updateBillingDetails, {
      as: owner,
      body: { name: 'Owner Ltd', address: '', taxId: '', email: owner.email },
    })
    await choose(owner, small)
    expect(await emailsTo(owner)).toHaveLength(1)
  })

  it('are listed for one workspace, or all, to superadmins', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    for (const each of [owner, other]) await choose(each, small)
    const list = async (query: object) =>
      (await server.call(invoices.listAllInvoices, { as: superadmin, query })).body.items.map(
        ({ workspace }) => workspace.id,
      )
    expect(await list({ workspaceId: owner.workspaceId })).toEqual([owner.workspaceId])
    expect(await list({})).toEqual(expect.arrayContaining([owner.workspaceId, other.workspaceId]))
  })

  it("can be downloaded in the requester's language, by nobody of another workspace", async () => {
    await server.call(adminBilling.updateBillingSettings, {
      as: superadmin,
      body: {
        sellerName: 'Muster Ltd',
        sellerAddress: '2 Street\nOslo',
        sellerTaxId: 'NO 1',
        sellerEmail: 'bills@example.org',
        paymentInstructions: 'To the bank',
        daysUntilDue: 14,
        graceDays: 14,
      },
    })
    const owner = await newOwner()
    await server.call(contract.updateBillingDetails, {
      as: owner,
      body: {
        name: 'Łódź Αθήνα Киев → GmbH',
        address: '1 Street\nOslo',
        taxId: 'DE 1',
        email: 'bills@example.com',
      },
    })
    const { body } = await choose(owner, small)
    const load = async (as: TestUser) =>
      fetch(`${server.url}/api/v1/invoices/${body.invoiceId}/pdf/`, {
        headers: { authorization: `Bearer ${as.accessToken}`, 'accept-language': 'de' },
      })
    const file = await load(owner)
    expect(file.status === 200 || (await file.text())).toBe(true)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.includes('/FontFile')).toBe(true)
    // The arrow is of the fonts of the operator.
    expect((await pagesOf(bytes)).join().normalize('NFC')).toContain('Łódź Αθήνα Киев → GmbH')
    expect((await load(await newOwner())).status).toBe(404)
    const copies = await server.db
      .selectFrom('mails')
      .where('recipient', '=', 'bills@example.com')
      .select('subject')
      .execute()
    expect(copies).toHaveLength(1)
  })
})
