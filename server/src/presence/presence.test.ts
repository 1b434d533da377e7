import { createApplication } from '@muster/contract/applications.ts'
import { startViewing, stopViewing } from '@muster/contract/presence.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { followEvents } from '../testing/follow-events.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let ada: TestUser
let ben: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  ada = await server.addUser(workspaceId, 'recruiter', { name: 'Ada' })
  ben = await server.addUser(workspaceId, 'recruiter', { name: 'Ben' })
  position = await addPosition(server.db, workspaceId)
})

beforeEach(() => sql`delete from visits`.execute(server.db))

afterAll(() => server?.stop())

async function view(as: TestUser, visitId = newId()): Promise<{ others: string[]; visitId: string }> {
  const { body } = await server.call(startViewing, {
    as,
    body: { visitId, subjectType: 'board', subjectId: position.id },
  })
  return { others: body.others.map((user) => user.name), visitId }
}

describe('startViewing', () => {
  // Runs first: an event of another test may be announced long after its call was answered.
  it('announces an arrival once, and a leave when the last page closes', async () => {
    const followed = await followEvents(server, ben)
    const [first, second] = [await view(ada), await view(ada)]
    await view(ada, first.visitId)
    await server.call(stopViewing, { as: ada, params: first })
    await server.call(stopViewing, { as: ada, params: second })
    const told = { kind: 'presence-changed', subjectType: 'board', subjectId: position.id, actorId: ada.id }
    expect((await followed.take(2)).map(({ event }) => event)).toEqual([told, told])
    await view(ben)
    expect((await followed.take(3)).map(({ event }) => event.actorId)).toEqual([ada.id, ada.id, ben.id])
    followed.leave()
  })

  it('returns the other viewers, each once however many pages they have open', async () => {
    expect((await view(ada)).others).toEqual([])
    await view(ada)
    expect((await view(ben)).others).toEqual(['Ada'])
  })

  it('returns the other viewers by name', async () => {
    const abel = await server.addUser(ada.workspaceId, 'recruiter', { name: 'Abel' })
    for (const each of [ben, abel]) await view(each)
    expect((await view(ada)).others).toEqual(['Abel', 'Ben'])
  })

  it('follows a page to another board', async () => {
    const { visitId } = await view(ada)
    const other = await addPosition(server.db, ada.workspaceId)
    const body = { visitId, subjectType: 'board' as const, subjectId: other.id }
    expect((await server.call(startViewing, { as: ada, body })).status).toBe(200)
    expect((await view(ben)).others).toEqual([])
  })

  it('drops viewers not seen for three heartbeats', async () => {
    await view(ada)
    await sql`update visits set seen_at = now() - interval '46 seconds'`.execute(server.db)
    expect((await view(ben)).others).toEqual([])
  })
})

describe('a page that stays open', () => {
  it('counts as seen at its last heartbeat, not at its first', async () => {
    const { visitId } = await view(ada)
    await sql`update visits set seen_at = now() - interval '40 seconds'`.execute(server.db)
    await view(ada, visitId)
    await sql`update visits set seen_at = seen_at - interval '40 seconds'`.execute(server.db)
    expect((await view(ben)).others).toEqual(['Ada'])
  })

  it('is announced again when it comes back after it was given up', async () => {
    const { visitId } = await view(ada)
    await sql`update visits set seen_at = now() - interval '46 seconds'`.execute(server.db)
    const followed = await followEvents(server, ben)
    await view(ada, visitId)
    expect((await followed.take(1)).map(({ event }) => event.actorId)).toEqual([ada.id])
    followed.leave()
  })
})

describe('startViewing of a board', () => {
  it('is not found by those who may not see it, who learn of no viewer', async () => {
    await view(ada)
    const outsider = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const subject = { subjectType: 'board' as const, subjectId: position.id }
    const look = (as: TestUser) => server.call(startViewing, { as, body: { visitId: newId(), ...subject } })
    expect((await look(outsider)).status).toBe(404)
    const lead = await server.addUser(ada.workspaceId, 'hiring_manager')
    expect((await look(lead)).status).toBe(404)
    await server.db
      .updateTable('positions')
      .set({ hiring_manager_id: lead.id })
      .where('id', '=', position.id)
      .execute()
    expect((await look(lead)).body.others.map(({ name }) => name)).toEqual(['Ada'])
  })
})

describe('startViewing of an application', () => {
  it('is not found by those who may not see it, who learn of no viewer', async () => {
    const { workspaceId } = ada
    const candidate = { name: 'Lea' }
    const { body } = await server.call(createApplication, {
      as: ada,
      body: { positionId: position.id, candidate },
    })
    const look = (as: TestUser) =>
      server.call(startViewing, {
        as,
        body: { visitId: newId(), subjectType: 'application', subjectId: body.id },
      })
    expect((await look(ada)).status).toBe(200)
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    expect((await look(coordinator)).status).toBe(404)
    expect((await look(ben)).body.others.map(({ name }) => name)).toEqual(['Ada'])
  })
})

describe('stopViewing', () => {
  it("does not find another user's visit", async () => {
    const { visitId } = await view(ada)
    const answer = await server.call(stopViewing, { as: ben, params: { visitId } })
    expect(answer.status).toBe(404)
    expect((await view(ben)).others).toEqual(['Ada'])
  })
})
