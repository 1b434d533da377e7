import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { closeApplication, createApplication, deleteApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/board.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { generateKeyBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { placeApplications } from './place-applications.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
})

beforeEach(async () => {
  position = await addPosition(server.db, workspaceId, { slaDays: 3 })
})

afterAll(() => server?.stop())

/** Adds an application with a callback two days after it was created. */
async function apply(name: string, type: keyof TestPosition['statuses'] = 'lead'): Promise<string> {
  const { status, body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: position.id, statusId: position.statuses[type], candidate: { name } },
  })
  expect(status).toBe(201)
  await server.db
    .updateTable('applications')
    .set({
      entered_status_at: sql`now() - interval '2 days'`,
      due_at: sql`now() + interval '1 day'`,
      last_activity_at: sql`now() - interval '2 days'`,
      callback_at: '2030-01-07T15:30:00.000Z',
    })
    .where('id', '=', body.id)
    .execute()
  return body.id
}

type Move = Partial<CallOf<typeof contract.moveApplications>['body']>

async function move(ids: string[], type: keyof TestPosition['statuses'], more: Move = {}) {
  const answer = await server.call(contract.moveApplications, {
    as: recruiter,
    params: { id: position.id },
    body: { applicationIds: ids, toStatusId: position.statuses[type], ...more },
  })
  expect(answer.status).toBe(200)
  return answer.body
}

const rowOf = (id: string) =>
  server.db.selectFrom('applications').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

const dispositionOf = (id: string) =>
  server.db
    .selectFrom('dispositions')
    .where('application_id', '=', id)
    .select(['kind', 'note'])
    .executeTakeFirst()

describe('dragging a card within its column', () => {
  it('keeps its time in the status, due date, last activity and callback', async () => {
    const [above, below] = [await apply('Above'), await apply('Below')]
    const [first, second] = [await rowOf(above), await rowOf(below)].sort((a, b) =>
      a.rank < b.rank ? -1 : 1,
    )
    await move([second!.id], 'lead', { beforeId: first!.id })
    const after = await rowOf(second!.id)
    expect(after.rank < first!.rank).toBe(true)
    const { rank, version, updated_at, changed_at, ...same } = second!
    expect(after).toMatchObject(same)
  })

  it('keeps the disposition and the closing time', async () => {
    const ids = [await apply('One'), await apply('Two')]
    for (const id of ids) await move([id], 'closed', { close: { disposition: 'withdrawn', note: 'Why' } })
    await sql`update applications set closed_at = now() - interval '1 day' where id = any(${ids}::uuid[])`.execute(
      server.db,
    )
    const before = await rowOf(ids[0]!)
    await move([ids[0]!], 'closed', { beforeId: ids[1]! })
    expect(await rowOf(ids[0]!)).toMatchObject({ closed_at: before.closed_at, disposition: 'withdrawn' })
    expect(await dispositionOf(ids[0]!)).toEqual({ kind: 'withdrawn', note: 'Why' })
  })
})

describe('moving to another status', () => {
  it('restarts the time in the status and the due date, and keeps the callback', async () => {
    const id = await apply('Onward')
    await move([id], 'qualified')
    const { rows } = await sql<{ entered: number; due: number; active: number }>`
      select round(extract(epoch from now() - entered_status_at) / 60)::int as entered,
        round(extract(epoch from due_at - now()) / 3600)::int as due,
        round(extract(epoch from now() - last_activity_at) / 60)::int as active
      from applications where id = ${id}
    `.execute(server.db)
    expect(rows).toEqual([{ entered: 0, due: 72, active: 0 }])
    expect((await rowOf(id)).callback_at).toBe('2030-01-07T15:30:00.000Z')
  })

  it('writes the reason of the move into the history', async () => {
    const id = await apply('Reasoned')
    await move([id], 'qualified', { reason: 'Called her references' })
    const { rows } = await sql<{ body: string }>`
      select body from activity_logs where application_id = ${id} and kind = 'moved'
    `.execute(server.db)
    expect(rows).toEqual([{ body: 'Called her references' }])
  })

  it("on a pipeline's board keeps an application in the status it already has in that column", async () => {
    const id = await apply('Stays')
    await server.db
      .updateTable('statuses')
      .set({ stage_id: null, type: 'lead' })
      .where('id', '=', position.statuses.contacted)
      .execute()
    await move([id], 'contacted')
    const { pipeline_id, stage_id } = await server.db
      .selectFrom('statuses')
      .innerJoin('positions', 'positions.id', 'statuses.position_id')
      .where('statuses.id', '=', position.statuses.lead)
      .select(['positions.pipeline_id', 'statuses.stage_id'])
      .executeTakeFirstOrThrow()
    const { status } = await server.call(contract.moveApplications, {
      as: recruiter,
      params: { id: pipeline_id! },
      body: { applicationIds: [id], toStatusId: stage_id! },
    })
    expect([status, (await rowOf(id)).status_id]).toEqual([200, position.statuses.contacted])
  })

  it('keeps the furthest status ever reached when moving back', async () => {
    const id = await apply('Back')
    await move([id], 'submitted')
    const { reached } = await rowOf(id)
    await move([id], 'contacted')
    expect((await rowOf(id)).reached).toBe(reached)
  })
})

describe('closing an application', () => {
  it.each(['closed', 'hired'] as const)('as %s clears its callback and due date', async (type) => {
    const id = await apply('Over')
    await move([id], type, type === 'closed' ? { close: { disposition: 'withdrawn' } } : {})
    expect(await rowOf(id)).toMatchObject({
      callback_at: null,
      due_at: null,
      disposition: type === 'closed' ? 'withdrawn' : 'hired',
    })
  })

  it('by its own endpoint clears the callback too', async () => {
    const id = await apply('Button')
    const closing = { as: recruiter, params: { id }, body: { disposition: 'unreachable' as const } }
    expect((await server.call(closeApplication, closing)).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ callback_at: null, due_at: null })
  })

  it('keeps the closing time when a hired application is closed after all', async () => {
    const id = await apply('Hired first')
    await move([id], 'hired')
    await sql`update applications set closed_at = now() - interval '9 days' where id = ${id}`.execute(
      server.db,
    )
    const { closed_at } = await rowOf(id)
    await move([id], 'closed', { close: { disposition: 'withdrawn' } })
    expect(await rowOf(id)).toMatchObject({ closed_at, disposition: 'withdrawn' })
    expect(await dispositionOf(id)).toMatchObject({ kind: 'withdrawn' })
  })

  it('brings it no further than it was', async () => {
    const id = await apply('Closed early')
    await move([id], 'contacted')
    const { reached } = await rowOf(id)
    await move([id], 'closed', { close: { disposition: 'withdrawn' } })
    expect((await rowOf(id)).reached).toBe(reached)
  })

  it('after a hire is no reopening in its history', async () => {
    const id = await apply('Hired, then not')
    await move([id], 'hired')
    await move([id], 'closed', { close: { disposition: 'withdrawn' } })
    const kinds = await server.db
      .selectFrom('activity_logs')
      .where('application_id', '=', id)
      .where('to_type', 'in', ['hired', 'closed'])
      .orderBy('at')
      .select(['kind', 'to_type'])
      .execute()
    expect(kinds).toEqual([
      { kind: 'moved', to_type: 'hired' },
      { kind: 'moved', to_type: 'closed' },
    ])
  })

  it('gives back its callback when the closing is undone', async () => {
    const id = await apply('Closed by mistake')
    const { batchId } = await move([id], 'closed', { close: { disposition: 'withdrawn' } })
    await server.call(undoBatch, { as: recruiter, body: { batchId: batchId! } })
    expect(await rowOf(id)).toMatchObject({ callback_at: '2030-01-07T15:30:00.000Z', closed_at: null })
  })

  it('is never due, also when moved without an outcome to a closed status with a time limit', async () => {
    const id = await apply('Filed away')
    await move([id], 'closed', { close: { disposition: 'withdrawn' } })
    await server.db
      .updateTable('statuses')
      .set({ type: 'closed', sla_days: 3 })
      .where('id', '=', position.statuses.offer)
      .execute()
    await move([id], 'offer')
    expect(await rowOf(id)).toMatchObject({ due_at: null, disposition: 'withdrawn' })
  })

  it('keeps its disposition and closing time when it moves to another closed status', async () => {
    const id = await apply('Filed elsewhere')
    await move([id], 'closed', { close: { disposition: 'withdrawn', note: 'Why' } })
    await sql`update applications set closed_at = now() - interval '9 days' where id = ${id}`.execute(
      server.db,
    )
    const { closed_at } = await rowOf(id)
    await server.db
      .updateTable('statuses')
      .set({ type: 'closed' })
      .where('id', '=', position.statuses.offer)
      .execute()
    await move([id], 'offer', { close: { disposition: 'unreachable' } })
    expect(await rowOf(id)).toMatchObject({ closed_at, disposition: 'withdrawn', due_at: null })
    expect(await dispositionOf(id)).toEqual({ kind: 'withdrawn', note: 'Why' })
  })

  it('is undone by reopening, which removes the disposition', async () => {
    const id = await apply('Again')
    await move([id], 'closed', { close: { disposition: 'withdrawn' } })
    await move([id], 'lead')
    expect(await rowOf(id)).toMatchObject({ closed_at: null, disposition: null })
    expect(await dispositionOf(id)).toBeUndefined()
  })
})

it('names the agent who moved an application, not the user whose rights were used', async () => {
  const id = await apply('Moved by an agent')
  const agentId = newId()
  const agent = { workspace_id: workspaceId, id: agentId, name: 'Nova', kind: 'voice' }
  await server.db.insertInto('agents').values(agent).execute()
  const actor = (await loadUserActors(server.db, workspaceId, [recruiter.id])).get(recruiter.id)!
  await server.db.transaction().execute((tx) =>
    placeApplications(tx, actor, [{ statusId: position.statuses.qualified, applicationIds: [id] }], {
      cause: 'call_outcome',
      batchId: newId(),
      by: { userId: null, agentId },
    }),
  )
  const { rows } = await sql<{ user_id: string | null; agent_id: string | null }>`
    select user_id, agent_id from activity_logs where application_id = ${id} and kind = 'moved'
  `.execute(server.db)
  expect(rows).toEqual([{ user_id: null, agent_id: agentId }])
  const announced = await sql<{ actor: string | null }>`
    select event ->> 'actorId' as actor from live_events
    where event ->> 'kind' = 'applications-moved' and event -> 'applicationIds' ? ${id}
  `.execute(server.db)
  expect(announced.rows).toEqual([{ actor: null }])
})

describe('a refused move', () => {
  const refused = async (body: Move, as = recruiter) =>
    (
      await server.call(contract.moveApplications, {
        as,
        params: { id: position.id },
        body: { toStatusId: position.statuses.contacted, applicationIds: [], ...body },
      })
    ).status

  it('is one of a deleted application, or one of another workspace', async () => {
    const id = await apply('Deleted')
    await server.db.updateTable('applications').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
    expect(await refused({ applicationIds: [id] })).toBe(404)
    const there = await apply('There')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    expect(await refused({ applicationIds: [there] }, stranger)).toBe(404)
    expect((await rowOf(there)).status_id).toBe(position.statuses.lead)
  })

  it('is one that names an application twice', async () => {
    const id = await apply('Twice')
    expect(await refused({ applicationIds: [id, id] })).toBe(422)
  })

  it('is one into a deleted column', async () => {
    const id = await apply('Stays')
    await server.db
      .updateTable('statuses')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', position.statuses.contacted)
      .execute()
    expect(await refused({ applicationIds: [id] })).toBe(422)
  })
})

describe('a card placed next to one that has left the column', () => {
  it('goes on top', async () => {
    const [gone, left, moved] = [await apply('Gone'), await apply('Left'), await apply('Moved', 'contacted')]
    await move([gone], 'qualified')
    await move([moved], 'lead', { afterId: gone })
    expect((await rowOf(moved)).rank < (await rowOf(left)).rank).toBe(true)
  })
})

describe('a card placed next to one that was deleted', () => {
  it.each(['afterId', 'beforeId'] as const)('goes on top, given by %s', async (side) => {
    const [low, deleted] = [await apply('Low'), await apply('Deleted')]
    const [top, moved] = [await apply('Top'), await apply('Moved', 'contacted')]
    await server.call(deleteApplication, { as: recruiter, params: { id: deleted } })
    await move([moved], 'lead', { [side]: deleted })
    const ranks = await Promise.all([moved, top, low].map(async (id) => (await rowOf(id)).rank))
    expect(ranks).toEqual([...ranks].sort())
  })
})

it('keeps the order of a column whose ranks are renewed', async () => {
  const [first, second, third] = [await apply('First'), await apply('Second'), await apply('Third')]
  const moved = await apply('Moved', 'contacted')
  // The gap above the first is as narrow as hundreds of moves into it make it.
  let narrow = 'a5'
  while (generateKeyBetween(narrow, 'a6').length <= 50) narrow = generateKeyBetween(narrow, 'a6')
  for (const [id, rank] of [
    [third, 'a5'],
    [second, narrow],
    [first, 'a6'],
  ])
    await server.db.updateTable('applications').set({ rank }).where('id', '=', id!).execute()
  await move([moved], 'lead', { beforeId: first })
  expect((await rowOf(second)).rank.length).toBeLessThan(10)
  const order = await server.db
    .selectFrom('applications')
    .where('status_id', '=', position.statuses.lead)
    .orderBy('rank')
    .select('id')
    .execute()
  expect(order.map(({ id }) => id)).toEqual([third, second, moved, first])
})

it('undoes one batch of moves whose cards had the same place one after the other', async () => {
  const [first, second] = [await apply('First'), await apply('Second', 'contacted')]
  const toQualified = (id: string, batchId?: string) =>
    server.call(bulkApplications, {
      as: recruiter,
      body: {
        applicationIds: [id],
        action: { kind: 'move', toStatusId: position.statuses.qualified },
        ...(batchId && { batchId }),
      },
    })
  const { rank } = await rowOf(first)
  const batchId = (await toQualified(first)).body.batchId!
  await move([second], 'lead')
  expect((await rowOf(second)).rank).toBe(rank)
  await toQualified(second, batchId)
  const undone = await server.call(undoBatch, { as: recruiter, body: { batchId } })
  expect(undone.body).toEqual({ changed: 2, refused: [] })
  expect([await rowOf(first), await rowOf(second)]).toMatchObject([
    { status_id: position.statuses.lead },
    { status_id: position.statuses.lead },
  ])
})

it('notifies the reviewers of the company of a card that is dragged to Submitted', async () => {
  const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
  const id = await apply('Dragged')
  await move([id], 'submitted')
  await move([id], 'submitted')
  const notified = await server.db
    .selectFrom('notifications')
    .where('application_id', '=', id)
    .select(['kind', 'user_id'])
    .execute()
  expect(notified).toEqual([{ kind: 'submitted', user_id: reviewer.id }])
})

describe('two users who move the same card', () => {
  it('learn who moved it last, when several did', async () => {
    const [ben, cy] = await Promise.all(
      ['Ben', 'Cy'].map((name) => server.addUser(workspaceId, 'recruiter', { name })),
    )
    const id = await apply('Moved about')
    const moveAs = (as: TestUser, type: 'lead' | 'contacted') =>
      server.call(contract.moveApplications, {
        as,
        params: { id: position.id },
        body: { applicationIds: [id], toStatusId: position.statuses[type] },
      })
    await moveAs(ben!, 'contacted')
    await moveAs(ben!, 'lead')
    await moveAs(cy!, 'contacted')
    const seen = [{ applicationId: id, statusId: position.statuses.lead }]
    const { overtaken } = await move([id], 'qualified', { seen })
    expect(overtaken).toMatchObject([{ applicationId: id, by: { id: cy!.id } }])
  })

  it('are both served: the later one learns who was faster', async () => {
    const colleague = await server.addUser(workspaceId, 'recruiter', { name: 'Faster' })
    const id = await apply('Wanted')
    const seen = [{ applicationId: id, statusId: position.statuses.lead }]
    await server.call(contract.moveApplications, {
      as: colleague,
      params: { id: position.id },
      body: { applicationIds: [id], toStatusId: position.statuses.contacted },
    })
    const { overtaken } = await move([id], 'qualified', { seen })
    expect(overtaken).toMatchObject([{ applicationId: id, by: { name: 'Faster' } }])
  })

  it('do not reopen what one of them closed', async () => {
    const colleague = await server.addUser(workspaceId, 'recruiter', { name: 'Closer' })
    const id = await apply('Decided')
    const closing = { params: { id }, body: { disposition: 'unreachable' as const } }
    expect((await server.call(closeApplication, { as: colleague, ...closing })).status).toBe(200)
    const { status } = await server.call(contract.moveApplications, {
      as: recruiter,
      params: { id: position.id },
      body: {
        applicationIds: [id],
        toStatusId: position.statuses.qualified,
        seen: [{ applicationId: id, statusId: position.statuses.lead }],
      },
    })
    expect(status).toBe(409)
    expect((await rowOf(id)).disposition).toBe('unreachable')
  })

  it('get no notice if both made the same move', async () => {
    const colleague = await server.addUser(workspaceId, 'recruiter')
    const id = await apply('Agreed')
    const seen = [{ applicationId: id, statusId: position.statuses.lead }]
    await server.call(contract.moveApplications, {
      as: colleague,
      params: { id: position.id },
      body: { applicationIds: [id], toStatusId: position.statuses.contacted },
    })
    expect((await move([id], 'contacted', { seen })).overtaken).toEqual([])
  })

  it('get no notice of their own moves', async () => {
    const id = await apply('Same')
    const seen = [{ applicationId: id, statusId: position.statuses.lead }]
    await move([id], 'contacted')
    expect((await move([id], 'contacted', { seen })).overtaken).toEqual([])
    expect((await move([id], 'qualified', { seen })).overtaken).toEqual([])
  })
})
