import { undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/board.ts'
import fc from 'fast-check'
import { generateKeyBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

async function apply(name: string, to: TestPosition = position): Promise<string> {
  const { body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: to.id, candidate: { name } },
  })
  return body.id
}

function move(
  applicationIds: string[],
  toStatusId: string,
  more: { beforeId?: string; afterId?: string; close?: { disposition: 'withdrawn' } } = {},
  board = position.id,
) {
  return server.call(contract.moveApplications, {
    as: recruiter,
    params: { id: board },
    body: { applicationIds, toStatusId, ...more },
  })
}

async function column(statusId: string, board = position.id): Promise<string[]> {
  const { body } = await server.call(contract.getBoard, { as: recruiter, params: { id: board } })
  return body.columns.find((one) => one.id === statusId)!.cards.map((card) => card.candidate.name)
}

async function logsOf(applicationId: string, kind: string): Promise<number> {
  const logs = await server.db
    .selectFrom('activity_logs')
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .select('id')
    .execute()
  return logs.length
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  return rows.length
}

describe('moveApplications', () => {
  it('places applications before, after and on top, in the given order', async () => {
    const own = await addPosition(server.db, workspaceId)
    const { contacted } = own.statuses
    const [a, b, c, d] = await Promise.all(['Ada', 'Bo', 'Cy', 'Di'].map((name) => apply(name, own)))
    await move([a!], contacted, {}, own.id)
    await move([b!], contacted, {}, own.id)
    expect(await column(contacted, own.id)).toEqual(['Bo', 'Ada'])
    await move([d!, c!], contacted, { beforeId: a! }, own.id)
    expect(await column(contacted, own.id)).toEqual(['Bo', 'Di', 'Cy', 'Ada'])
    await move([b!], contacted, { afterId: c! }, own.id)
    expect(await column(contacted, own.id)).toEqual(['Di', 'Cy', 'Bo', 'Ada'])
    await move([a!, b!], contacted, { beforeId: d! }, own.id)
    expect(await column(contacted, own.id)).toEqual(['Ada', 'Bo', 'Di', 'Cy'])
  })

  it('returns the same place and logs nothing when repeated', async () => {
    const id = await apply('Twice')
    const first = await move([id], position.statuses.qualified)
    const second = await move([id], position.statuses.qualified)
    expect(second.body.places).toEqual(first.body.places)
    expect(second.body.batchId).toBeNull()
    expect(await logsOf(id, 'moved')).toBe(1)
  })

  it('refuses a status of another position', async () => {
    const other = await addPosition(server.db, workspaceId)
    const id = await apply('Elsewhere')
    const { status, body } = await move([id], other.statuses.contacted)
    expect(status).toBe(422)
    expect(body.details).toHaveProperty('toStatusId')
  })

  it('moves none if one may not be moved', async () => {
    const other = await addPosition(server.db, workspaceId)
    const [here, there] = [await apply('Here'), await apply('There', other)]
    expect((await move([here, there], position.statuses.contacted)).status).toBe(422)
    expect(await logsOf(here, 'moved')).toBe(0)
  })

  it('needs a disposition to close, and keeps the status reached with it', async () => {
    const id = await apply('Closing')
    await move([id], position.statuses.qualified)
    expect((await move([id], position.statuses.closed)).status).toBe(422)
    const { status } = await move([id], position.statuses.closed, { close: { disposition: 'withdrawn' } })
    expect(status).toBe(200)
    const disposition = await server.db
      .selectFrom('dispositions')
      .where('application_id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(disposition).toMatchObject({ kind: 'withdrawn', status_id: position.statuses.qualified })
  })

  it('records a hire as its disposition, and reopens when moved back', async () => {
    const id = await apply('Hired')
    await move([id], position.statuses.hired)
    const stored = () =>
      server.db.selectFrom('applications').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(await stored()).toMatchObject({ disposition: 'hired', reached: 6 })
    await move([id], position.statuses.offer)
    expect(await stored()).toMatchObject({ disposition: null, closed_at: null, reached: 6 })
    expect(await logsOf(id, 'reopened')).toBe(1)
  })

  it('lets a coordinator move up to qualified only', async () => {
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    const id = await apply('Coordinated')
    await server.db
      .updateTable('applications')
      .set({ owner_id: coordinator.id })
      .where('id', '=', id)
      .execute()
    const moveAs = (toStatusId: string) =>
      server.call(contract.moveApplications, {
        as: coordinator,
        params: { id: position.id },
        body: { applicationIds: [id], toStatusId },
      })
    expect((await moveAs(position.statuses.qualified)).status).toBe(200)
    expect((await moveAs(position.statuses.submitted)).status).toBe(403)
  })

  it('rebalances ranks when a gap has become too narrow', async () => {
    const own = await addPosition(server.db, workspaceId)
    const ids = await Promise.all(['One', 'Two', 'Three'].map((name) => apply(name, own)))
    await move(ids, own.statuses.contacted, {}, own.id)
    const rankOf = async (id: string) =>
      (
        await server.db
          .selectFrom('applications')
          .where('id', '=', id)
          .select('rank')
          .executeTakeFirstOrThrow()
      ).rank
    const upper = await rankOf(ids[2]!)
    let lower = await rankOf(ids[1]!)
    // Simulates hundreds of moves into one gap.
    while (generateKeyBetween(lower, upper).length <= 50) lower = generateKeyBetween(lower, upper)
    await server.db.updateTable('applications').set({ rank: lower }).where('id', '=', ids[1]!).execute()
    await move([ids[0]!], own.statuses.contacted, { beforeId: ids[2]! }, own.id)
    const ranks = await server.db
      .selectFrom('applications')
      .where('status_id', '=', own.statuses.contacted)
      .select('rank')
      .execute()
    expect(Math.max(...ranks.map((row) => row.rank.length))).toBeLessThanOrEqual(50)
    expect(await column(own.statuses.contacted, own.id)).toEqual(['Two', 'One', 'Three'])
  })

  it('keeps one place per application, unique ranks and one log entry per move under concurrent moves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            who: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 }),
            to: fc.constantFrom('lead', 'contacted', 'qualified', 'submitted' as const),
            before: fc.option(fc.nat(11)),
          }),
          { minLength: 10, maxLength: 40 },
        ),
        async (moves) => {
          const own = await addPosition(server.db, workspaceId)
          const ids = await Promise.all(
            Array.from({ length: 12 }, (_, index) => apply(`Person ${index}`, own)),
          )
          const answers = await Promise.all(
            moves.map(({ who, to, before }) =>
              move(
                who.map((index) => ids[index]!),
                own.statuses[to as 'lead'],
                before === null ? {} : { beforeId: ids[before]! },
                own.id,
              ),
            ),
          )
          expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
          const rows = await server.db
            .selectFrom('applications')
            .where('position_id', '=', own.id)
            .select(['id', 'status_id', 'rank'])
            .execute()
          expect(rows).toHaveLength(12)
          expect(new Set(rows.map((row) => `${row.status_id} ${row.rank}`)).size).toBe(12)
          // Each application's chain of moves is unbroken and ends in its current status.
          const { rows: broken } = await sql<{ id: string }>`
            select a.id from applications a join lateral (
              select from_status_id, lag(to_status_id) over (order by at, id) as before, to_status_id,
                lead(id) over (order by at, id) is null as last
              from activity_logs l where l.application_id = a.id and l.to_type is not null
            ) as step on true
            where a.position_id = ${own.id} and (
              step.from_status_id is distinct from step.before or (step.last and step.to_status_id <> a.status_id)
            )
          `.execute(server.db)
          expect(broken).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
  }, 120_000)
})

describe('a move that began before another and had to wait for it', () => {
  it('is logged after it', async () => {
    const own = await addPosition(server.db, workspaceId)
    const id = await apply('Twice Tina', own)
    const blocker = new pg.Client({ connectionString: server.ownerConnectionString })
    await blocker.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select from statuses where id = $1 for update', [own.statuses.qualified])
      const earlier = move([id], own.statuses.qualified, {}, own.id)
      await expect.poll(countWaiting).toBe(1)
      expect((await move([id], own.statuses.contacted, {}, own.id)).status).toBe(200)
      await blocker.query('commit')
      expect((await earlier).status).toBe(200)
    } finally {
      await blocker.end()
    }
    const logged = await server.db
      .selectFrom('activity_logs')
      .where('application_id', '=', id)
      .where('kind', '=', 'moved')
      .orderBy('at')
      .select('to_type')
      .execute()
    expect(logged).toEqual([{ to_type: 'contacted' }, { to_type: 'qualified' }])
  })
})

describe('undoBatch', () => {
  it('reverts a move and keeps the original time in the status', async () => {
    const id = await apply('Undone')
    const read = () =>
      server.db
        .selectFrom('applications')
        .where('id', '=', id)
        .select(['status_id', 'entered_status_at', 'due_at', 'reached', 'disposition'])
        .executeTakeFirstOrThrow()
    const before = await read()
    const { body } = await move([id], position.statuses.closed, { close: { disposition: 'withdrawn' } })
    const undone = await server.call(undoBatch, { as: recruiter, body: { batchId: body.batchId! } })
    expect(undone.body).toEqual({ changed: 1, refused: [] })
    expect(await read()).toEqual(before)
  })

  it('puts each card back in its place, even if another card is there now', async () => {
    const own = await addPosition(server.db, workspaceId)
    const { lead, qualified } = own.statuses
    const ids: string[] = []
    for (const name of ['Ada', 'Bo', 'Cy', 'Di', 'Ed']) ids.push(await apply(name, own))
    await move(ids, lead, { afterId: ids[4]! }, own.id)
    expect(await column(lead, own.id)).toEqual(['Ada', 'Bo', 'Cy', 'Di', 'Ed'])
    const [ada, bo, cy, di] = ids as [string, string, string, string]
    const { body } = await move([di, bo], qualified, {}, own.id)
    // Takes Bo's former place between the two.
    await move([await apply('Flo', own)], lead, { beforeId: cy }, own.id)
    await server.call(undoBatch, { as: recruiter, body: { batchId: body.batchId! } })
    expect(await column(lead, own.id)).toEqual(['Ada', 'Bo', 'Flo', 'Cy', 'Di', 'Ed'])
    expect(await column(qualified, own.id)).toEqual([])
    expect(await logsOf(ada, 'reverted')).toBe(0)
  })

  it('leaves an application that somebody has changed since', async () => {
    const id = await apply('Changed since')
    const { body } = await move([id], position.statuses.contacted)
    await move([id], position.statuses.qualified)
    const undone = await server.call(undoBatch, { as: recruiter, body: { batchId: body.batchId! } })
    expect(undone.body).toMatchObject({ changed: 0, refused: [{ applicationId: id, code: 'CONFLICT' }] })
  })
})

describe('getBoard', () => {
  it('shows all open positions of a pipeline by stage', async () => {
    const { pipelineId, workspaceId: own } = await server.addWorkspace()
    const as = await server.addUser(own, 'admin')
    const positions = [await addPosition(server.db, own), await addPosition(server.db, own)]
    for (const one of positions)
      await server.call(createApplication, { as, body: { positionId: one.id, candidate: { name: one.id } } })
    const { body } = await server.call(contract.getBoard, { as, params: { id: pipelineId } })
    expect(body).toMatchObject({ kind: 'pipeline', company: null })
    const lead = body.columns.find((one) => one.type === 'lead')!
    expect(lead.total).toEqual({ value: 2, atLeast: false })
    const ids = lead.cards.map((card) => card.id)
    const contacted = body.columns.find((one) => one.type === 'contacted')!
    const moved = await server.call(contract.moveApplications, {
      as,
      params: { id: pipelineId },
      body: { applicationIds: ids, toStatusId: contacted.id },
    })
    expect(moved.body.places.map((place) => place.statusId).sort()).toEqual(
      positions.map((one) => one.statuses.contacted).sort(),
    )
  })

  it('leaves out positions of the pipeline that are on hold or closed', async () => {
    const { workspaceId: there } = await server.addWorkspace()
    const as = await server.addUser(there, 'recruiter')
    const [first, second] = [await addPosition(server.db, there), await addPosition(server.db, there)]
    for (const { id } of [first, second])
      await server.call(createApplication, { as, body: { positionId: id, candidate: { name: 'Card' } } })
    const { pipeline_id: pipelineId } = await server.db
      .selectFrom('positions')
      .where('id', '=', first.id)
      .select('pipeline_id')
      .executeTakeFirstOrThrow()
    const count = async () => {
      const { body } = await server.call(contract.getBoard, { as, params: { id: pipelineId! } })
      return body.columns.reduce((sum, { total }) => sum + total.value, 0)
    }
    expect(await count()).toBe(2)
    for (const state of ['on_hold', 'closed'] as const) {
      await server.db.updateTable('positions').set({ state }).where('id', '=', second.id).execute()
      expect(await count()).toBe(1)
    }
  })

  it("shows a position's own status in the pipeline's column of its type", async () => {
    const { workspaceId: there } = await server.addWorkspace()
    const as = await server.addUser(there, 'recruiter')
    const own = await addPosition(server.db, there)
    await server.call(createApplication, { as, body: { positionId: own.id, candidate: { name: 'Card' } } })
    await server.db
      .updateTable('statuses')
      .set({ stage_id: null })
      .where('id', '=', own.statuses.lead)
      .execute()
    const { pipeline_id: pipelineId } = await server.db
      .selectFrom('positions')
      .where('id', '=', own.id)
      .select('pipeline_id')
      .executeTakeFirstOrThrow()
    const { body } = await server.call(contract.getBoard, { as, params: { id: pipelineId! } })
    expect(body.columns.find(({ total }) => total.value === 1)?.type).toBe('lead')
  })

  it('tells each role what it may do', async () => {
    const canOf = async (role: 'coordinator' | 'viewer' | 'recruiter') => {
      const as = await server.addUser(workspaceId, role)
      return (await server.call(contract.getBoard, { as, params: { id: position.id } })).body.can
    }
    expect(await canOf('coordinator')).toEqual({ move: true, close: false, add: false, editStatuses: false })
    expect(await canOf('viewer')).toEqual({ move: false, close: false, add: false, editStatuses: false })
    expect(await canOf('recruiter')).toEqual({ move: true, close: true, add: true, editStatuses: true })
  })

  it('pages through a column', async () => {
    const own = await addPosition(server.db, workspaceId)
    for (const name of ['A', 'B', 'C', 'D', 'E']) await apply(name, own)
    const first = await server.call(contract.getBoard, {
      as: recruiter,
      params: { id: own.id },
      query: { limit: 2 },
    })
    const lead = first.body.columns[0]!
    expect(lead.cards.map((card) => card.candidate.name)).toEqual(['E', 'D'])
    const next = await server.call(contract.getBoardColumn, {
      as: recruiter,
      params: { id: own.id, columnId: lead.id },
      query: { limit: 200, cursor: lead.nextCursor! },
    })
    expect(next.body.cards.map((card) => card.candidate.name)).toEqual(['C', 'B', 'A'])
  })
})
