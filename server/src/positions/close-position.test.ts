import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication, getApplication } from '@muster/contract/applications.ts'
import { getPosition, updatePosition } from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

async function apply(position: TestPosition, more: { status?: 'lead' | 'submitted'; ownerId?: string } = {}) {
  const statusId = position.statuses[more.status ?? 'lead']
  const candidate = { name: `Person ${newId().slice(-6)}` }
  const body = { positionId: position.id, statusId, candidate, ownerId: more.ownerId ?? null }
  const made = await server.call(createApplication, { as: admin, body })
  expect(made.status).toBe(201)
  return made.body.id
}

function close(position: TestPosition, openApplications?: object, as: TestUser = admin, more: object = {}) {
  const body = { state: 'closed' as const, ...(openApplications && { openApplications }), ...more }
  return server.call(updatePosition, { as, params: { id: position.id }, body: body as never })
}

async function application(id: string) {
  return (await server.call(getApplication, { as: admin, params: { id } })).body
}

async function stateOf(position: TestPosition) {
  return (await server.call(getPosition, { as: admin, params: { id: position.id } })).body.state
}

async function auditOf(position: TestPosition) {
  const rows = await server.db
    .selectFrom('audit_logs')
    .where('subject_id', '=', position.id)
    .orderBy('at')
    .orderBy('id')
    .select(['action', 'details', 'user_id'])
    .execute()
  return rows.map(({ action, details, user_id: by }) => ({ action, details, by }))
}

describe('closing a position', () => {
  it('leaves its applications open by default', async () => {
    const position = await addPosition(server.db, workspaceId)
    const id = await apply(position)
    const before = await application(id)
    const left = await close(position)
    expect([left.status, left.body.state, left.body.closedApplications]).toEqual([200, 'closed', null])
    expect((await close(position, { action: 'leave' })).body.closedApplications).toBeNull()
    const { version, closedAt, status } = await application(id)
    expect({ version, closedAt, status }).toEqual({
      version: before.version,
      closedAt: null,
      status: before.status,
    })
    expect((await auditOf(position)).map(({ action }) => action)).toEqual(['position.state_changed'])
  })

  it('closes its open applications on request, with history, audit entry, events and webhooks', async () => {
    const webhookId = newId()
    await server.db
      .insertInto('outgoing_webhooks')
      .values({
        workspace_id: workspaceId,
        id: webhookId,
        url: 'https://example.com/',
        events: ['application.closed'],
        secret: 'sealed',
        created_by: admin.id,
      })
      .execute()
    const position = await addPosition(server.db, workspaceId)
    const ids = [await apply(position), await apply(position, { status: 'submitted' })]
    const elsewhere = await apply(await addPosition(server.db, workspaceId))
    const { status, body } = await close(position, { action: 'close', note: 'Budget cut' })
    expect([status, body.state, body.counts.closed]).toEqual([200, 'closed', 2])
    expect(body.closedApplications).toEqual({ closed: 2, left: 0, batchId: expect.any(String) })
    expect((await application(ids[1]!)).dispositionDetails).toMatchObject({
      kind: 'position_closed',
      note: 'Budget cut',
      status: { type: 'submitted' },
      decidedBy: { id: admin.id },
    })
    expect((await application(elsewhere)).closedAt).toBeNull()
    const { body: history } = await server.call(listActivityLogs, { as: admin, params: { id: ids[0]! } })
    expect(history.items.map(({ kind }) => kind)).toEqual(['disposition', 'moved', 'created'])
    expect(await auditOf(position)).toMatchObject([
      { action: 'position.state_changed', details: { from: 'open', to: 'closed' } },
      {
        action: 'position.applications_closed',
        by: admin.id,
        details: { disposition: 'position_closed', closed: 2, left: 0 },
      },
    ])
    const deliveries = await server.db
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .select('event')
      .execute()
    expect(deliveries).toHaveLength(2)
    const { rows: events } = await sql<{ ids: string[] }>`
      select event->'applicationIds' as ids from live_events
      where workspace_id = ${workspaceId} and event->>'kind' = 'applications-moved'
        and event->'positionIds' ? ${position.id}
    `.execute(server.db)
    expect(events.flatMap((event) => event.ids).sort()).toEqual(ids.toSorted())
    await server.db.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).execute()
    await server.db.deleteFrom('outgoing_webhooks').where('id', '=', webhookId).execute()
  })

  it('closes three thousand in one call, and one undo reopens them in place', async () => {
    const position = await addPosition(server.db, workspaceId, { slaDays: 3 })
    const candidateId = newId()
    await server.db
      .insertInto('candidates')
      .values({ workspace_id: workspaceId, id: candidateId, name: 'Many of them' })
      .execute()
    await sql`
      insert into candidates (workspace_id, id, name)
      select ${workspaceId}, gen_random_uuid(), 'One of many ' || n from generate_series(1, 3000) as n
    `.execute(server.db)
    await sql`
      insert into applications (workspace_id, id, candidate_id, position_id, status_id, status_type, rank, candidate_name, candidate_search)
      select ${workspaceId}, gen_random_uuid(), c.id, ${position.id}, ${position.statuses.lead}, 'lead',
        'a' || lpad(row_number() over (order by c.id)::text, 6, '0') || 'V', c.name, c.name
      from candidates c where c.workspace_id = ${workspaceId} and c.name like 'One of many %'
    `.execute(server.db)
    const ranks = () =>
      server.db
        .selectFrom('applications')
        .where('position_id', '=', position.id)
        .orderBy('id')
        .select(['id', 'status_type', 'disposition'])
        .execute()
    const { body } = await close(position, { action: 'close' })
    expect(body.closedApplications).toMatchObject({ closed: 3000, left: 0 })
    expect(new Set((await ranks()).map((row) => row.disposition))).toEqual(new Set(['position_closed']))
    await server.call(updatePosition, { as: admin, params: { id: position.id }, body: { state: 'open' } })
    const undone = await server.call(undoBatch, {
      as: admin,
      body: { batchId: body.closedApplications!.batchId! },
    })
    expect(undone.body).toEqual({ changed: 3000, refused: [] })
    const after = await ranks()
    expect(new Set(after.map((row) => `${row.status_type} ${row.disposition}`))).toEqual(
      new Set(['lead null']),
    )
  })

  it('closes the open applications of an already closed position, and nothing twice', async () => {
    const position = await addPosition(server.db, workspaceId)
    const id = await apply(position)
    await close(position)
    expect((await close(position, { action: 'close' })).body.closedApplications).toMatchObject({ closed: 1 })
    expect((await close(position, { action: 'close' })).body.closedApplications).toEqual({
      closed: 0,
      left: 0,
      batchId: null,
    })
    expect((await application(id)).disposition?.kind).toBe('position_closed')
  })

  it('closes them too when only they are named, as the position is closed already', async () => {
    const position = await addPosition(server.db, workspaceId)
    await apply(position)
    await close(position)
    const { status, body } = await server.call(updatePosition, {
      as: admin,
      params: { id: position.id },
      body: { openApplications: { action: 'close' } },
    })
    expect([status, body.closedApplications]).toMatchObject([200, { closed: 1 }])
  })

  it.each([
    [
      'a position that stays open',
      { state: 'open', openApplications: { action: 'close' } },
      'openApplications',
    ],
    [
      'an action that is none',
      { state: 'closed', openApplications: { action: 'delete' } },
      'openApplications.action',
    ],
    [
      'an end by which somebody is hired',
      { state: 'closed', openApplications: { action: 'close', disposition: 'hired' } },
      'openApplications.disposition',
    ],
    [
      'a reason that does not fit',
      { state: 'closed', openApplications: { action: 'close', reasonId: 'ours' } },
      'reasonId',
    ],
  ])('is refused for %s, and changes nothing', async (_, body, field) => {
    const position = await addPosition(server.db, workspaceId)
    const id = await apply(position)
    const reasonId = newId()
    await server.db
      .insertInto('reasons')
      .values({ workspace_id: workspaceId, id: reasonId, party: 'us', name: reasonId, ordinal: 99 })
      .execute()
    const text = JSON.stringify(body).replace('"ours"', `"${reasonId}"`)
    const answer = await server.call(updatePosition, {
      as: admin,
      params: { id: position.id },
      body: JSON.parse(text),
    })
    expect([answer.status, Object.keys(answer.body.details ?? {})]).toEqual([422, [field]])
    expect([await stateOf(position), (await application(id)).closedAt]).toEqual(['open', null])
  })

  it('needs the permission to close applications, and closes none that the requester cannot see', async () => {
    const position = await addPosition(server.db, workspaceId)
    // Permissions are read at the first call.
    const coordinatorWith = async (granted: string[]) => {
      const user = await server.addUser(workspaceId, 'coordinator')
      await server.db
        .updateTable('users')
        .set({ granted_permissions: granted })
        .where('id', '=', user.id)
        .execute()
      return user
    }
    const lacking = await coordinatorWith(['positions:write'])
    const coordinator = await coordinatorWith(['positions:write', 'applications:close'])
    const ids = [
      await apply(position, { ownerId: coordinator.id }),
      await apply(position, { ownerId: coordinator.id, status: 'submitted' }),
      await apply(position),
    ]
    expect((await close(position, { action: 'close' }, lacking)).status).toBe(403)
    expect(await stateOf(position)).toBe('open')
    const { body } = await close(position, { action: 'close' }, coordinator)
    // Coordinators may only move up to qualified, and cannot see the third application.
    expect(body.closedApplications).toEqual({ closed: 0, left: 2, batchId: null })
    const rows = await Promise.all(ids.map((id) => application(id)))
    expect(rows.map((row) => row.closedAt)).toEqual([null, null, null])
  })

  it('closes a concurrent application or leaves it open, but loses none', async () => {
    const position = await addPosition(server.db, workspaceId)
    await apply(position)
    const body = (index: number) => ({ positionId: position.id, candidate: { name: `At once ${index}` } })
    const [answer, ...made] = await Promise.all([
      close(position, { action: 'close' }),
      ...Array.from({ length: 8 }, (_, index) =>
        server.call(createApplication, { as: admin, body: body(index) }),
      ),
    ])
    const taken = made.filter(({ status }) => status === 201)
    const rows = await Promise.all(taken.map((one) => application(one.body.id)))
    const closed = rows.filter((row) => row.closedAt !== null)
    expect(answer.body.closedApplications?.closed).toBe(closed.length + 1)
    expect(closed.every((row) => row.disposition?.kind === 'position_closed')).toBe(true)
  })

  it("does not find another workspace's position", async () => {
    const position = await addPosition(server.db, workspaceId)
    const id = await apply(position)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect((await close(position, { action: 'close' }, stranger)).status).toBe(404)
    expect((await application(id)).closedAt).toBeNull()
  })
})
