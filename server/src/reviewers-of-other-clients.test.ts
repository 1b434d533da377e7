import { createComment } from '@muster/contract/activity-logs.ts'
import { createAgent } from '@muster/contract/agents.ts'
import { getUser, updateUser } from '@muster/contract/manage-users.ts'
import { getAvatar, listAvatars } from '@muster/contract/own-account.ts'
import { permissionKeys } from '@muster/contract/permissions.ts'
import { startViewing } from '@muster/contract/presence.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from './database/new-id.ts'
import { evictSessions } from './session/authenticate.ts'
import { followEvents } from './testing/follow-events.ts'
import type { Seeded } from './testing/seed.ts'
import { startSeeded } from './testing/start-seeded.ts'
import { addressOf, type TestServer, type TestUser } from './testing/test-server.ts'

/** A reviewer must not learn from other reviewers which clients a workspace has. */

let server: TestServer
let world: Seeded
let reviewer: TestUser
let partner: TestUser
let rival: TestUser
let staff: TestUser

beforeAll(async () => {
  ;({ server, home: world } = await startSeeded())
  const { workspaceId, ids } = world
  const add = (name: string, companyId: string) =>
    server.addUser(workspaceId, 'client_reviewer', { companyId, name })
  reviewer = await add('Rita Reviewer', ids.company!)
  partner = await add('Paul Partner', ids.company!)
  rival = await add('Rosa Rival', ids.spareCompany!)
  staff = await server.addUser(workspaceId, 'recruiter', { name: 'Stan Staff' })
  await sql`update users set granted_permissions = ${permissionKeys}::text[] where id = ${reviewer.id}`.execute(
    server.db,
  )
  await sql`update users set granted_permissions = '{pipelines:read}' where id in (${rival.id}, ${partner.id})`.execute(
    server.db,
  )
  await sql`update users set avatar_id = ${newId()} where id in (${rival.id}, ${partner.id})`.execute(
    server.db,
  )
  evictSessions(server.db)
})

afterAll(() => server?.stop())

function view(as: TestUser) {
  const body = { visitId: newId(), subjectType: 'board' as const, subjectId: world.ids.pipeline! }
  return server.call(startViewing, { as, body })
}

describe('a reviewer of another client', () => {
  it('is not among the viewers of the same board, and no event names them', async () => {
    const [heard, heardByStaff] = [await followEvents(server, reviewer), await followEvents(server, staff)]
    await view(rival)
    await view(partner)
    await view(staff)
    const namesFor = async (as: TestUser) => (await view(as)).body.others.map(({ name }) => name).sort()
    expect(await namesFor(reviewer)).toEqual(['Paul Partner', 'Stan Staff'])
    expect(await namesFor(staff)).toEqual(['Paul Partner', 'Rita Reviewer', 'Rosa Rival'])
    const actors = (events: { event: { actorId: string | null } }[]) =>
      events.map(({ event }) => event.actorId)
    expect(actors(await heardByStaff.take(4))).toEqual([rival.id, partner.id, staff.id, reviewer.id])
    expect(actors(await heard.take(3))).toEqual([partner.id, staff.id, reviewer.id])
    for (const each of [heard, heardByStaff]) each.leave()
  })

  it('is not in the events about changed colleagues, nor is an agent of the workspace', async () => {
    const hiring = await server.addUser(world.workspaceId, 'hiring_manager')
    const followed = await Promise.all([reviewer, hiring].map((as) => followEvents(server, as)))
    await server.call(updateUser, {
      as: world.head,
      params: { id: rival.id },
      body: { name: 'Rosa R.' },
    })
    await server.call(createAgent, { as: world.head, body: { name: 'A. Gent', kind: 'voice' } })
    await server.call(updateUser, {
      as: world.head,
      params: { id: partner.id },
      body: { name: 'Paul P.' },
    })
    const [heard, heardByStaff] = await Promise.all(followed.map((each, index) => each.take(index + 1)))
    const about = (events: typeof heard) =>
      events!.map(({ event }) => (event.kind === 'users-changed' ? event.userIds : event.kind))
    expect(about(heard)).toEqual([[partner.id]])
    expect(about(heardByStaff)).toEqual([[rival.id], [partner.id]])
    for (const each of followed) each.leave()
  })

  it('has no picture, entry or number, whatever was granted', async () => {
    const pictures = async (as: TestUser) =>
      (await server.call(listAvatars, { as })).body.items
        .map(({ userId }) => userId)
        .filter((id) => id === partner.id || id === rival.id)
        .sort()
    expect(await pictures(reviewer)).toEqual([partner.id])
    expect(await pictures(staff)).toEqual([partner.id, rival.id].sort())
    for (const endpoint of [getUser, getAvatar])
      expect((await server.call(endpoint, { as: reviewer, params: { id: rival.id } })).status).toBe(404)
    const everyone = (await server.call(contract.listUsers, { as: staff, query: { limit: 200 } })).body.items
    const known = (await server.call(contract.listUsers, { as: reviewer, query: { limit: 200 } })).body
    expect(known.items.map(({ id }) => id)).toEqual(
      everyone.map(({ id }) => id).filter((id) => id !== rival.id),
    )
    const exported = await fetch(server.url + addressOf(contract.exportUsers, {}, { format: 'csv' }), {
      headers: { authorization: `Bearer ${reviewer.accessToken}` },
    })
    expect([exported.status, (await exported.text()).includes('Rosa')]).toEqual([200, false])
    const stats = async (as: TestUser) => (await server.call(contract.getUserStats, { as })).body
    expect((await stats(reviewer)).byRole.client_reviewer).toBe(2)
    expect((await stats(staff)).byRole.client_reviewer).toBe(3)
    const roles = (await server.call(contract.listRoles, { as: reviewer })).body.items
    expect(roles.find(({ key }) => key === 'client_reviewer')?.users).toBe(2)
  })

  it('cannot be mentioned, and the refusal does not name them', async () => {
    const { status, body } = await server.call(createComment, {
      as: reviewer,
      params: { id: world.ids.submittedApplication! },
      body: { body: 'Look', mentions: [rival.id] },
    })
    expect([status, body.message]).toEqual([422, 'Only active users can be mentioned'])
  })
})
