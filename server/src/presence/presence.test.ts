import { lookAt, lookAway } from '@muster/contract/presence.ts'
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

async function look(as: TestUser, visitId = newId()): Promise<{ others: string[]; visitId: string }> {
  const { body } = await server.call(lookAt, {
    as,
    body: { visitId, subjectType: 'board', subjectId: position.id },
  })
  return { others: body.others.map((user) => user.name), visitId }
}

describe('lookAt', () => {
  // First: what another test did is announced when its call has long been answered.
  it('tells of an arrival once, and of a leave when the last page closed', async () => {
    const followed = await followEvents(server, ben)
    const [first, second] = [await look(ada), await look(ada)]
    await look(ada, first.visitId)
    await server.call(lookAway, { as: ada, params: first })
    await server.call(lookAway, { as: ada, params: second })
    const told = { kind: 'presence-changed', subjectType: 'board', subjectId: position.id, actorId: ada.id }
    expect((await followed.take(2)).map(({ event }) => event)).toEqual([told, told])
    await look(ben)
    expect((await followed.take(3)).map(({ event }) => event.actorId)).toEqual([ada.id, ada.id, ben.id])
    followed.leave()
  })

  it('answers who else looks, each once whatever they have open', async () => {
    expect((await look(ada)).others).toEqual([])
    await look(ada)
    expect((await look(ben)).others).toEqual(['Ada'])
  })

  it('forgets whoever has not been seen for three heartbeats', async () => {
    await look(ada)
    await sql`update visits set seen_at = now() - interval '46 seconds'`.execute(server.db)
    expect((await look(ben)).others).toEqual([])
  })
})

describe('lookAway', () => {
  it("knows no visit of another person's", async () => {
    const { visitId } = await look(ada)
    const answer = await server.call(lookAway, { as: ben, params: { visitId } })
    expect(answer.status).toBe(404)
    expect((await look(ben)).others).toEqual(['Ada'])
  })
})
