import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveEvent, streamEvents } from '@muster/contract/events.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { evictSessions } from '../session/authenticate.ts'
import { addPosition } from '../testing/add-position.ts'
import { type Followed, followEvents } from '../testing/follow-events.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { announce, liveChannel } from './announce.ts'
import { createLive } from './live.ts'

let server: TestServer
const following: Followed[] = []

beforeAll(async () => {
  server = await startTestServer()
})

afterEach(() => {
  for (const followed of following.splice(0)) followed.leave()
})

afterAll(() => server?.stop())

async function follow(as: TestUser, lastEventId?: string | null, on = server): Promise<Followed> {
  const followed = await followEvents(on, as, lastEventId)
  following.push(followed)
  return followed
}

async function addUser(): Promise<TestUser> {
  const { workspaceId } = await server.addWorkspace()
  return server.addUser(workspaceId, 'recruiter')
}

/** Announces a unique event and returns the id that identifies it. */
async function announceTo(to: TestUser, db = server.db): Promise<string> {
  const applicationId = newId()
  await db
    .transaction()
    .execute((tx) => announce(tx, to.workspaceId, { kind: 'activity-logged', applicationId, actorId: to.id }))
  return applicationId
}

function idsOf({ events }: Followed): (string | null)[] {
  return events.map(({ event }) => ('applicationId' in event ? event.applicationId : null))
}

/** Ends the listening connections, as a network failure or a restart would. */
async function cutListeners(): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and application_name = ${`muster ${liveChannel}`}
  `.execute(server.db)
  return rows.length
}

async function countListeners(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = ${`muster ${liveChannel}`}
  `.execute(server.db)
  return rows[0]!.n
}

describe('streamEvents', () => {
  it('reaches everybody in the workspace and nobody in another', async () => {
    const [one, other] = [await addUser(), await addUser()]
    const colleague = await server.addUser(one.workspaceId, 'viewer')
    const [mine, theirs, foreign] = [await follow(one), await follow(colleague), await follow(other)]
    const event = await announceTo(one)
    await Promise.all([mine.take(1), theirs.take(1)])
    const own = await announceTo(other)
    await foreign.take(1)
    expect(idsOf(mine)).toEqual([event])
    expect(idsOf(theirs)).toEqual([event])
    expect(idsOf(foreign)).toEqual([own])
  })

  it('is named its position by every response, so that nothing is missed before the stream starts', async () => {
    const user = await addUser()
    const stream = await follow(user)
    await announceTo(user)
    await stream.take(1)
    const { headers } = await server.call(getCurrentUser, { as: user })
    expect(Number(headers.get('last-event-id'))).toBeGreaterThanOrEqual(Number(stream.events[0]!.id))
  })

  it('sends a notification to its recipient only', async () => {
    const user = await addUser()
    const colleague = await server.addUser(user.workspaceId, 'recruiter')
    const [told, untold] = [await follow(user), await follow(colleague)]
    await announce(server.db, user.workspaceId, { kind: 'notified', userId: user.id, actorId: null })
    const after = await announceTo(user)
    await told.take(2)
    await untold.take(1)
    expect(idsOf(untold)).toEqual([after])
    expect(told.events[0]!.event.kind).toBe('notified')
  })

  it('names no row to users who may not read it', async () => {
    const reader = await addUser()
    const other = await server.addUser(reader.workspaceId, 'recruiter')
    await server.db
      .updateTable('users')
      .set({
        revoked_permissions: [
          'agents:read',
          'applications:import',
          'candidates:read',
          'positions:read',
          'plans:read',
        ],
      })
      .where('id', '=', other.id)
      .execute()
    evictSessions(server.db)
    const [told, untold] = [await follow(reader), await follow(other)]
    const back = await follow(other, '0')
    const actorId = null
    const events: LiveEvent[] = [
      { kind: 'agents-changed', agentIds: [newId()], actorId },
      { kind: 'import-progressed', importId: newId(), actorId },
      { kind: 'candidates-changed', candidateIds: [newId()], actorId },
      { kind: 'positions-changed', positionIds: [newId()], actorId },
      { kind: 'billing-changed', actorId },
    ]
    for (const event of events) await announce(server.db, reader.workspaceId, event)
    const after = await announceTo(reader)
    await told.take(6)
    await untold.take(1)
    expect(told.events.map(({ event }) => event.kind)).toEqual([
      ...events.map(({ kind }) => kind),
      'activity-logged',
    ])
    expect(idsOf(untold)).toEqual([after])
    await back.take(1)
    expect(idsOf(back)).toEqual([after])
    // Nor to a client that reconnects for what it missed.
    const later = await follow(other, '0')
    await later.take(1)
    expect(idsOf(later)).toEqual([after])
  })

  it('tells client reviewers nothing of custom fields', async () => {
    const user = await addUser()
    const { companyId } = await addPosition(server.db, user.workspaceId)
    const reviewer = await server.addUser(user.workspaceId, 'client_reviewer', { companyId })
    const [told, untold] = [await follow(user), await follow(reviewer)]
    const changed: LiveEvent = { kind: 'custom-fields-changed', subject: 'candidate', actorId: null }
    await announce(server.db, user.workspaceId, changed)
    const last: LiveEvent = { kind: 'notified', userId: reviewer.id, actorId: null }
    await announce(server.db, user.workspaceId, last)
    await told.take(1)
    await untold.take(1)
    expect(told.events.map(({ event }) => event)).toEqual([changed])
    expect(untold.events.map(({ event }) => event)).toEqual([last])
  })

  it('names at most 50 applications: beyond, it lets clients read all anew', async () => {
    const user = await addUser()
    const followed = await follow(user)
    for (const count of [50, 51]) {
      const applicationIds = Array.from({ length: count }, newId)
      await announce(server.db, user.workspaceId, {
        kind: 'applications-changed',
        applicationIds,
        positionIds: [newId()],
        actorId: null,
      })
    }
    const events = (await followed.take(2)).map(({ event }) => event)
    expect(events.map((event) => 'applicationIds' in event && event.applicationIds.length)).toEqual([50, 0])
  })

  it('ends for users whose access changed, and for nobody else', async () => {
    const user = await addUser()
    const colleague = await server.addUser(user.workspaceId, 'recruiter')
    const [ended, lasting] = [await follow(user), await follow(colleague)]
    await announceAccessChanged(server.db, { ...user, userIds: [user.id], actorId: null })
    const after = await announceTo(user)
    await ended.ended
    await lasting.take(1)
    expect(ended.events.map(({ event }) => event.kind)).toEqual(['access-changed'])
    expect(idsOf(lasting)).toEqual([after])
    // A client that reconnects is not disconnected by the same event again.
    const back = await follow(user, '0')
    const next = await announceTo(user)
    await back.take(3)
    expect(idsOf(back).slice(-1)).toEqual([next])
  })

  it('ends for a client reviewer of another company and a user with a new permission, even if nobody announced it', async () => {
    const { clientTimeouts } = server.services.config
    const other = await startTestServer({
      connectionString: server.connectionString,
      config: { clientTimeouts: { ...clientTimeouts, heartbeatMs: 50 } },
    })
    try {
      const { workspaceId } = await server.addWorkspace()
      const [{ companyId }, next] = [
        await addPosition(server.db, workspaceId),
        await addPosition(server.db, workspaceId),
      ]
      const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId })
      const followed = await follow(reviewer, null, other)
      await server.db
        .updateTable('users')
        .set({ company_id: next.companyId })
        .where('id', '=', reviewer.id)
        .execute()
      const promoted = await server.addUser(workspaceId, 'viewer')
      const withoutPermission = await follow(promoted, null, other)
      await server.db
        .updateTable('users')
        .set({ granted_permissions: ['applications:write'] })
        .where('id', '=', promoted.id)
        .execute()
      evictSessions(other.db)
      await Promise.all([followed.ended, withoutPermission.ended])
    } finally {
      await other.stop()
    }
  })

  it('announces nothing that was rolled back', async () => {
    const user = await addUser()
    const followed = await follow(user)
    await server.db
      .transaction()
      .execute(async (tx) => {
        await announce(tx, user.workspaceId, {
          kind: 'activity-logged',
          applicationId: newId(),
          actorId: null,
        })
        throw new Error('Changed my mind')
      })
      .catch(() => {})
    const event = await announceTo(user)
    await followed.take(1)
    expect(idsOf(followed)).toEqual([event])
  })

  it('sends a reconnecting client what it missed, each event once and in order', async () => {
    const user = await addUser()
    const before = await follow(user)
    const first = await announceTo(user)
    await before.take(1)
    before.leave()
    const missed = [await announceTo(user), await announceTo(user), await announceTo(user)]
    const after = await follow(user, before.lastId())
    const live = await announceTo(user)
    await after.take(4)
    expect(idsOf(before)).toEqual([first])
    expect(idsOf(after)).toEqual([...missed, live])
  })

  it('sends a reconnecting client nothing from another workspace or user, whatever id it sends', async () => {
    const [user, stranger] = [await addUser(), await addUser()]
    const colleague = await server.addUser(user.workspaceId, 'owner')
    const before = (await follow(stranger)).headers.get('last-event-id')
    const theirs = await follow(stranger)
    await announce(server.db, user.workspaceId, { kind: 'notified', userId: colleague.id, actorId: null })
    await announceAccessChanged(server.db, { ...user, userIds: [colleague.id], actorId: null })
    await announceTo(stranger)
    await theirs.take(1)
    for (const id of ['0', before, theirs.lastId(), '999999999999999']) {
      const back = await follow(user, id)
      const own = await announceTo(user)
      await expect.poll(() => idsOf(back)).toContain(own)
      const foreign = back.events.filter(
        ({ event }) => event.kind !== 'activity-logged' || event.actorId !== user.id,
      )
      expect([id, foreign]).toEqual([id, []])
      back.leave()
    }
  })

  it('also catches up a client that had received nothing yet', async () => {
    const user = await addUser()
    const before = await follow(user)
    const lastId = before.headers.get('last-event-id')
    before.leave()
    const missed = await announceTo(user)
    const after = await follow(user, lastId)
    await after.take(1)
    expect(idsOf(after)).toEqual([missed])
  })

  it('also sends a reconnecting client what was announced earlier and committed later', async () => {
    const user = await addUser()
    const before = await follow(user)
    const slow = newId()
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const slowly = server.db.transaction().execute(async (tx) => {
      await announce(tx, user.workspaceId, { kind: 'activity-logged', applicationId: slow, actorId: null })
      started.resolve()
      await release.promise
    })
    await started.promise
    const quick = await announceTo(user)
    await before.take(1)
    expect(idsOf(before)).toEqual([quick])
    before.leave()
    release.resolve()
    await slowly
    const after = await follow(user, before.lastId())
    await after.take(1)
    expect(idsOf(after)).toEqual([slow])
  })

  it('sends everything after a long absence', async () => {
    const user = await addUser()
    const before = await follow(user)
    before.leave()
    await sql`insert into live_events (workspace_id, event)
      select ${user.workspaceId}, jsonb_build_object('kind', 'activity-logged', 'applicationId', ${newId()}::text, 'actorId', n)
      from generate_series(1, 2500) n`.execute(server.db)
    const after = await follow(user, before.headers.get('last-event-id'))
    const numbers = (await after.take(2500)).map(({ event }) => event.actorId)
    expect(numbers).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1))
  })

  it('ignores a foreign Last-Event-ID', async () => {
    const user = await addUser()
    for (const odd of ['-1', '1e9', 'abc', '9'.repeat(40)]) expect((await follow(user, odd)).status).toBe(200)
  })

  it('requires a sign-in', async () => {
    const response = await fetch(`${server.url}/api/v1${streamEvents.path}`)
    expect(response.status).toBe(401)
    await response.body?.cancel()
  })

  it('carries the headers of every response', async () => {
    const { headers } = await follow(await addUser())
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  })
})

describe('createLive', () => {
  it('loses no event while its connection is lost', async () => {
    const user = await addUser()
    const followed = await follow(user)
    const events = [await announceTo(user)]
    await followed.take(1)
    expect(await cutListeners()).toBeGreaterThan(0)
    for (let n = 0; n < 30; n += 1) events.push(await announceTo(user))
    await followed.take(events.length)
    expect(idsOf(followed)).toEqual(events)
    await expect.poll(countListeners).toBe(1)
    events.push(await announceTo(user))
    await followed.take(events.length)
    expect(idsOf(followed)).toEqual(events)
  })

  it('loses no event when the connection is lost repeatedly under writes', async () => {
    const user = await addUser()
    const followed = await follow(user)
    const events: string[] = []
    const write = async () => {
      for (let n = 0; n < 100; n += 1) events.push(await announceTo(user))
    }
    const cut = async () => {
      for (let n = 0; n < 3; n += 1) {
        await expect.poll(countListeners).toBe(1)
        await cutListeners()
      }
    }
    await Promise.all([write(), write(), write(), cut()])
    await expect.poll(() => new Set(idsOf(followed)).size).toBe(300)
    expect(new Set(idsOf(followed))).toEqual(new Set(events))
  })

  it('hands out each event once when catching up fails halfway', async () => {
    const user = await addUser()
    const live = await createLive(server.connectionString, server.db)
    try {
      const received: number[] = []
      live.subscribe(user.workspaceId, ({ id }) => received.push(id))
      // Reading the events of what is no workspace fails, after those of the first were handed out.
      const leave = live.subscribe('no workspace', () => {})
      await announceTo(user)
      await expect.poll(() => received.length).toBe(1)
      await cutListeners()
      await announceTo(user)
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(2)
      // Several attempts, every half second.
      await sleep(1_500)
      leave()
      await announceTo(user)
      await expect.poll(() => new Set(received).size).toBe(3)
      expect(received).toHaveLength(3)
    } finally {
      await live.stop()
    }
  })

  it('hands out each event once when it reads back past events that came late', async () => {
    const user = await addUser()
    const live = await createLive(server.connectionString, server.db)
    try {
      const received: number[] = []
      live.subscribe(user.workspaceId, ({ id }) => received.push(id))
      await server.db.transaction().execute(async (late) => {
        await announce(late, user.workspaceId, { kind: 'billing-changed', actorId: null })
        await announceTo(user)
        await expect.poll(() => received.length).toBe(1)
      })
      // The second has the lower id: reading goes on from there.
      await expect.poll(() => received.length).toBe(2)
      expect(received[1]).toBeLessThan(received[0]!)
      await cutListeners()
      await announceTo(user)
      await expect.poll(() => new Set(received).size).toBe(3)
      expect(received).toHaveLength(3)
    } finally {
      await live.stop()
    }
  })

  it('receives events of another node', async () => {
    const other = await startTestServer({ connectionString: server.connectionString })
    try {
      const user = await addUser()
      const [here, there] = [await follow(user), await follow(user, null, other)]
      const events = [await announceTo(user, server.db), await announceTo(user, other.db)]
      await Promise.all([here.take(2), there.take(2)])
      expect(idsOf(here)).toEqual(events)
      expect(idsOf(there)).toEqual(events)
    } finally {
      await other.stop()
    }
  })
})

describe('closing the server', () => {
  it('ends open streams, even of a reader that does not read', async () => {
    const closing = await startTestServer({ connectionString: server.connectionString })
    const user = await addUser()
    const followed = await follow(user, null, closing)
    const { hostname, port } = new URL(closing.url)
    const stuck = new Socket()
    stuck.on('error', () => {})
    stuck.connect(Number(port), hostname)
    stuck.write(
      `GET /api/v1/events/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.accessToken}\r\n\r\n`,
    )
    await new Promise((resolve) => stuck.once('data', resolve))
    stuck.pause()
    await closing.stop()
    await followed.ended
    stuck.destroy()
  })

  it('does not wait for connections without a request', async () => {
    const closing = await startTestServer({ connectionString: server.connectionString })
    const { hostname, port } = new URL(closing.url)
    const silent = new Socket().connect(Number(port), hostname)
    await once(silent, 'connect')
    const closed = once(silent, 'close')
    await closing.stop()
    await closed
  })

  it('lets a reader reconnect to another node for the rest', async () => {
    const closing = await startTestServer({ connectionString: server.connectionString })
    const user = await addUser()
    const followed = await follow(user, null, closing)
    const first = await announceTo(user)
    await followed.take(1)
    await closing.stop()
    await followed.ended
    const missed = await announceTo(user)
    const again = await follow(user, followed.lastId())
    await again.take(1)
    expect([...idsOf(followed), ...idsOf(again)]).toEqual([first, missed])
  })
})

describe('a client that listens on the channel itself', () => {
  it('receives ids only, never data', async () => {
    const user = await addUser()
    const client = new pg.Client({ connectionString: server.connectionString })
    await client.connect()
    const heard = Promise.withResolvers<string>()
    client.on('notification', ({ payload }) => heard.resolve(payload ?? ''))
    await client.query(`listen ${liveChannel}`)
    await announceTo(user)
    expect(await heard.promise).toMatch(new RegExp(`^${user.workspaceId} \\d+$`))
    await client.end()
  })
})
