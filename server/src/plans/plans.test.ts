import * as contract from '@muster/contract/plans.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPlan } from '../testing/seed-plans.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let superadmin: TestUser
let owner: TestUser

beforeAll(async () => {
  server = await startTestServer()
  superadmin = await server.addUser((await server.addWorkspace()).workspaceId, 'superadmin')
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(() => server?.stop())

const names = async (as: TestUser, query = {}) =>
  (await server.call(contract.listPlans, { as, query })).body.items.map(({ name }) => name)

describe('plans', () => {
  it('start as a set that is not for sale, with an unlimited one for everybody', async () => {
    expect(await names(superadmin)).toEqual(['Unlimited', 'Free', 'Team', 'Agency', 'Enterprise'])
    expect(await names(superadmin, { state: 'public' })).toEqual([])
    const { body } = await server.call(contract.listPlans, { as: owner })
    expect(body.items.map(({ name, isCurrent, subscribers }) => [name, isCurrent, subscribers])).toEqual([
      ['Unlimited', true, null],
    ])
  })

  it('are visible to owners while public, and hidden once archived', async () => {
    const plan = await addPlan(server, superadmin)
    expect(await names(owner)).toContain(plan.name)
    expect((await server.call(contract.getPlan, { as: owner, params: { id: plan.id } })).body.can).toEqual({
      buy: true,
      edit: false,
      archive: false,
    })
    await server.call(contract.archivePlan, { as: superadmin, params: { id: plan.id } })
    expect(await names(owner)).not.toContain(plan.name)
    expect((await server.call(contract.getPlan, { as: owner, params: { id: plan.id } })).status).toBe(404)
    const again = { state: 'public' as const }
    await server.call(contract.updatePlan, { as: superadmin, params: { id: plan.id }, body: again })
    expect(await names(owner)).toContain(plan.name)
  })

  it('get new terms only when prices, limits or features change', async () => {
    const plan = await addPlan(server, superadmin)
    const change = async (body: object) =>
      (await server.call(contract.updatePlan, { as: superadmin, params: { id: plan.id }, body })).body
    expect((await change({ description: 'Better', state: 'hidden' })).terms.number).toBe(1)
    expect((await change({ priceMonthlyMinor: 3000 })).terms.number).toBe(1)
    const changed = await change({ priceMonthlyMinor: 3500, limits: { ...plan.terms.limits, seats: 5 } })
    expect(changed.terms).toMatchObject({ number: 2, priceMonthlyMinor: 3500, priceYearlyMinor: 30000 })
    const { body } = await server.call(contract.listPlanTerms, { as: superadmin, params: { id: plan.id } })
    expect(body.items.map((terms) => [terms.number, terms.priceMonthlyMinor, terms.limits.seats])).toEqual([
      [2, 3500, 5],
      [1, 3000, 'unlimited'],
    ])
    const stale = await server.call(contract.updatePlan, {
      as: superadmin,
      params: { id: plan.id },
      body: { name: 'Late', version: 1 },
    })
    expect(stale.status).toBe(409)
  })

  it('state every limit: a missing one is refused, and unlimited is explicit', async () => {
    const plan = await addPlan(server, superadmin)
    const change = (limits: object) =>
      server.call(contract.updatePlan, {
        as: superadmin,
        params: { id: plan.id },
        body: { limits: limits as never },
      })
    expect((await change({ seats: 5 })).status).toBe(422)
    expect((await change({ ...plan.terms.limits, seats: null })).status).toBe(422)
    expect((await change({ ...plan.terms.limits, seats: 0 })).status).toBe(200)
  })

  it('have unique names and an order', async () => {
    const plan = await addPlan(server, superadmin)
    const another = await addPlan(server, superadmin)
    const renamed = await server.call(contract.updatePlan, {
      as: superadmin,
      params: { id: plan.id },
      body: { name: another.name.toUpperCase() },
    })
    expect([renamed.status, renamed.body.message]).toEqual([409, 'A plan with this name already exists'])
    const rows = await server.call(contract.listPlans, {
      as: superadmin,
      query: { state: ['public', 'hidden'], limit: 200 },
    })
    const planIds = rows.body.items.map(({ id }) => id).reverse()
    const order = (ids: string[]) =>
      server.call(contract.orderPlans, { as: superadmin, body: { planIds: ids } })
    expect((await order(planIds)).status).toBe(204)
    expect((await names(superadmin, { state: 'public,hidden' }))[0]).toBe(another.name)
    for (const wrong of [planIds.slice(1), [...planIds, planIds[0]!], planIds.with(0, owner.id)])
      expect((await order(wrong)).status).toBe(422)
  })

  it('include a default for new workspaces, which is free and cannot be archived', async () => {
    const { id: paid } = await addPlan(server, superadmin)
    const free = await addPlan(server, superadmin, {
      state: 'hidden',
      priceMonthlyMinor: 0,
      priceYearlyMinor: 0,
      limits: { seats: 2 },
    })
    const change = (id: string, body: object) =>
      server.call(contract.updatePlan, { as: superadmin, params: { id }, body })
    expect((await change(paid, { isDefault: true })).status).toBe(409)
    const both = await Promise.all([1, 2].map(() => change(free.id, { isDefault: true })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await change(free.id, { priceMonthlyMinor: 1 })).status).toBe(409)
    expect((await change(free.id, { state: 'archived' })).status).toBe(409)
    const archived = await server.call(contract.archivePlan, { as: superadmin, params: { id: free.id } })
    expect(archived.status).toBe(409)
    const { workspaceId } = await server.addWorkspace()
    const newcomer = await server.addUser(workspaceId, 'owner')
    const usage = async (as: TestUser) => (await server.call(contract.getUsage, { as })).body.limits.seats
    expect([await usage(newcomer), await usage(owner)]).toEqual([2, 'unlimited'])
    const on = await server.call(contract.listPlanWorkspaces, { as: superadmin, params: { id: free.id } })
    expect(on.body.items).toEqual([
      { id: workspaceId, name: 'Test workspace', terms: 1, state: null, interval: null, seats: null },
    ])
    // The terms of a workspace without a subscription stay as well.
    await change(free.id, { limits: { ...free.terms.limits, seats: 1 } })
    expect(await usage(newcomer)).toBe(2)
  })
})
