import type { CallOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/source-costs.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let owner: TestUser
let recruiter: TestUser
let stranger: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(() => server?.stop())

type Body = CallOf<typeof contract.setSourceCost>['body']

const set = (more: Partial<Body> = {}, as: TestUser = owner) =>
  server.call(contract.setSourceCost, {
    as,
    body: { source: 'Job board', month: '2026-03', amount: { minor: 120_000, currency: 'EUR' }, ...more },
  })

async function list(query: Record<string, unknown> = {}, as: TestUser = owner) {
  const { status, body } = await server.call(contract.listSourceCosts, { as, query: query as never })
  expect(status).toBe(200)
  return body
}

const listed = async (query?: Record<string, unknown>, as?: TestUser) =>
  (await list(query, as)).items.map(({ source, month, amount }) => [month, source, amount.minor])

const remove = (id: string, query: { version?: number } = {}, as: TestUser = owner) =>
  server.call(contract.deleteSourceCost, { as, params: { id }, query })

async function refusal(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer
  return [status, ...Object.keys((body as { details?: object | null }).details ?? {})]
}

async function audited() {
  const { rows } = await sql<{ action: string; user_id: string; details: object }>`
    select action, user_id, details from audit_logs
    where workspace_id = ${workspaceId} and action like 'source_cost.%' order by id
  `.execute(server.db)
  return rows.map(({ action, user_id, details }) => [action, user_id, details])
}

describe('setSourceCost', () => {
  it('sets the cost of a source that has no applications yet', async () => {
    const { status, body } = await set({ version: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      source: 'Job board',
      month: '2026-03',
      amount: { minor: 120_000, currency: 'EUR' },
      version: 1,
      updatedBy: { id: owner.id },
    })
    expect((await list()).items).toEqual([body])
  })

  it('replaces the cost of the month, in another currency too', async () => {
    const before = (await set()).body
    const { body } = await set({ amount: { minor: 0, currency: 'USD' }, version: before.version })
    expect(body).toMatchObject({ id: before.id, amount: { minor: 0, currency: 'USD' }, version: 2 })
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect(await listed()).toEqual([['2026-03', 'Job board', 0]])
  })

  it('keeps months and sources apart, which differ by case', async () => {
    await set()
    await set({ month: '2026-04', amount: { minor: 2, currency: 'EUR' } })
    await set({ source: 'JOB BOARD', amount: { minor: 3, currency: 'EUR' } })
    expect(await listed()).toEqual([
      ['2026-03', 'JOB BOARD', 3],
      ['2026-03', 'Job board', 120_000],
      ['2026-04', 'Job board', 2],
    ])
  })

  it('trims the source as applications do', async () => {
    await set({ source: '  Job board ' })
    expect((await set({ amount: { minor: 1, currency: 'EUR' } })).body.version).toBe(2)
  })

  it('refuses a version that is no longer the latest, and changes nothing', async () => {
    await set()
    await set({ amount: { minor: 5, currency: 'EUR' } })
    const stale = await set({ amount: { minor: 6, currency: 'EUR' }, version: 1 })
    expect([stale.status, stale.body]).toEqual([
      409,
      expect.objectContaining({ code: 'CONFLICT', details: { version: 2 } }),
    ])
    expect(await listed()).toEqual([['2026-03', 'Job board', 5]])
  })

  it('refuses a new cost where there is one already, and a change of one that was deleted', async () => {
    const { id } = (await set()).body
    expect(await refusal(set({ version: null, amount: { minor: 6, currency: 'EUR' } }))).toEqual([
      409,
      'version',
    ])
    await remove(id)
    expect(await refusal(set({ version: 1 }))).toEqual([409])
    expect(await listed()).toEqual([])
  })

  it('lets one of many calls with the same version win', async () => {
    await set()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        set({ amount: { minor: index, currency: 'EUR' }, version: 1 }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
    const fresh = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        set({ month: '2026-05', amount: { minor: index, currency: 'EUR' }, version: null }),
      ),
    )
    expect(fresh.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
  })

  it('lets the last call win without a version, however many there are at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => set({ amount: { minor: 100 + index, currency: 'EUR' } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await list()).items.map(({ version }) => version)).toEqual([8])
  })

  it('changes and logs the same amount in another currency', async () => {
    const { minor } = (await set()).body.amount
    const { body } = await set({ amount: { minor, currency: 'USD' } })
    expect([body.amount.currency, body.version]).toEqual(['USD', 2])
    expect(await audited()).toHaveLength(2)
  })

  it('changes and logs nothing when the amount is the same', async () => {
    const first = (await set()).body
    expect((await set({ version: 1 })).body).toEqual(first)
    expect(await audited()).toHaveLength(1)
  })

  it.each([
    ['a negative amount', { amount: { minor: -1, currency: 'EUR' } }, 'amount.minor'],
    ['a fraction of a cent', { amount: { minor: 0.5, currency: 'EUR' } }, 'amount.minor'],
    ['more than a billion', { amount: { minor: 100_000_000_001, currency: 'EUR' } }, 'amount.minor'],
    ['a currency that is none', { amount: { minor: 1, currency: 'euro' } }, 'amount.currency'],
    ['a month that the calendar lacks', { month: '2026-13' }, 'month'],
    ['a month without a year of today', { month: '1026-01' }, 'month'],
    ['a day', { month: '2026-03-01' }, 'month'],
    ['no source', { source: '  ' }, 'source'],
    ['a source that no application can have', { source: 'x'.repeat(121) }, 'source'],
  ])('refuses %s', async (_, more, field) => {
    expect(await refusal(set(more))).toEqual([422, field])
    expect(await listed()).toEqual([])
  })

  it('is for those who manage the workspace', async () => {
    expect((await set({}, recruiter)).status).toBe(403)
    expect(await listed()).toEqual([])
  })
})

describe('listSourceCosts', () => {
  it('pages through all costs once, in the order of months and sources', async () => {
    for (const month of ['2026-02', '2025-12', '2026-01'])
      for (const source of ['B', 'A', 'a'])
        await set({ source, month, amount: { minor: 1, currency: 'EUR' } })
    const read = async (sort: string) => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await list({ limit: 2, sort, ...(cursor && { cursor }) })
        expect(page.total).toEqual({ value: 9, atLeast: false })
        found.push(...page.items.map(({ month, source }) => `${month} ${source}`))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return found
    }
    const expected = ['2025-12', '2026-01', '2026-02'].flatMap((month) =>
      ['A', 'B', 'a'].map((source) => `${month} ${source}`),
    )
    expect(await read('month')).toEqual(expected)
    expect(await read('-month')).toEqual(expected.toReversed())
  })

  it('restricts to months and sources', async () => {
    for (const month of ['2025-12', '2026-01', '2026-02']) await set({ month })
    await set({ source: 'Fair, spring', month: '2026-01', amount: { minor: 7, currency: 'EUR' } })
    expect((await listed({ from: '2026-01' })).map(([month]) => month)).toEqual([
      '2026-01',
      '2026-01',
      '2026-02',
    ])
    expect((await listed({ to: '2025-12' })).map(([month]) => month)).toEqual(['2025-12'])
    expect(await listed({ source: 'Fair, spring' })).toEqual([['2026-01', 'Fair, spring', 7]])
  })

  it('is for those who see reports and all applications', async () => {
    await set()
    expect(await listed({}, recruiter)).toHaveLength(1)
    const manager = await server.addUser(workspaceId, 'hiring_manager')
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    for (const as of [manager, coordinator])
      expect((await server.call(contract.listSourceCosts, { as })).status).toBe(403)
  })

  it('shows nothing of another workspace', async () => {
    await set()
    expect(await listed({}, stranger)).toEqual([])
    await set({ amount: { minor: 9, currency: 'EUR' } }, stranger)
    expect(await listed()).toEqual([['2026-03', 'Job board', 120_000]])
  })
})

describe('deleteSourceCost', () => {
  it('deletes the cost, and the month can be set again', async () => {
    const { id } = (await set()).body
    expect((await remove(id, { version: 1 })).status).toBe(204)
    expect(await listed()).toEqual([])
    expect((await remove(id)).status).toBe(404)
    expect((await set({ version: null })).body.version).toBe(1)
  })

  it('refuses a stale version, and keeps the cost', async () => {
    const { id } = (await set()).body
    await set({ amount: { minor: 5, currency: 'EUR' } })
    expect(await refusal(remove(id, { version: 1 }))).toEqual([409, 'version'])
    expect(await listed()).toHaveLength(1)
  })

  it('does not reach another workspace, and is for those who manage it', async () => {
    const { id } = (await set()).body
    expect((await remove(id, {}, stranger)).status).toBe(404)
    expect((await remove(id, {}, recruiter)).status).toBe(403)
    expect(await listed()).toHaveLength(1)
  })
})

describe('the audit log', () => {
  it('has each change with the amounts before and after', async () => {
    const { id } = (await set()).body
    await set({ amount: { minor: 5, currency: 'USD' } })
    await remove(id)
    const of = { source: 'Job board', month: '2026-03' }
    const [euros, dollars] = [
      { minor: 120_000, currency: 'EUR' },
      { minor: 5, currency: 'USD' },
    ]
    expect(await audited()).toEqual([
      ['source_cost.set', owner.id, { ...of, before: null, after: euros }],
      ['source_cost.set', owner.id, { ...of, before: euros, after: dollars }],
      ['source_cost.deleted', owner.id, { ...of, before: dollars, after: null }],
    ])
  })
})
