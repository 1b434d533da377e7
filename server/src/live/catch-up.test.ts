import type { LiveEvent } from '@muster/contract/events.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { evictSessions } from '../session/authenticate.ts'
import { type Followed, followEvents } from '../testing/follow-events.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { announce, liveChannel } from './announce.ts'

let server: TestServer
let reader: TestUser
let colleague: TestUser
const following: Followed[] = []

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  const { workspaceId } = await server.addWorkspace()
  reader = await server.addUser(workspaceId, 'recruiter')
  colleague = await server.addUser(workspaceId, 'recruiter')
})

afterEach(() => {
  for (const followed of following.splice(0)) followed.leave()
})

afterAll(() => server?.stop())

const announceTo = (event: LiveEvent, to = reader) => announce(server.db, to.workspaceId, event)

/** Announces a final event for everybody. Returns the application ID that identifies it. */
async function announceLast(): Promise<string> {
  const applicationId = newId()
  await announceTo({ kind: 'activity-logged', applicationId, actorId: null })
  return applicationId
}

async function follow(lastEventId?: string | null): Promise<Followed> {
  const followed = await followEvents(server, reader, lastEventId)
  following.push(followed)
  return followed
}

/** Returns the events that the reader missed while `announceAll` ran. */
async function missedWhile(announceAll: () => Promise<void>): Promise<LiveEvent[]> {
  const before = await follow()
  await announceLast()
  await before.take(1)
  const lastId = before.lastId()
  before.leave()
  await announceAll()
  const last = await announceLast()
  const back = await follow(lastId)
  await expect.poll(() => back.events.at(-1)?.event).toMatchObject({ applicationId: last })
  return back.events.slice(0, -1).map(({ event }) => event)
}

describe('a client that reconnects', () => {
  it('receives its own notifications and nobody else’s', async () => {
    const missed = await missedWhile(async () => {
      await announceTo({ kind: 'notified', userId: colleague.id, actorId: null })
      await announceTo({ kind: 'notified', userId: reader.id, actorId: null })
    })
    expect(missed).toEqual([{ kind: 'notified', userId: reader.id, actorId: null }])
  })

  it('receives nothing about rows it may not read', async () => {
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['candidates:read', 'applications:import', 'agents:read'] })
      .where('id', '=', reader.id)
      .execute()
    evictSessions(server.db)
    const missed = await missedWhile(async () => {
      await announceTo({ kind: 'candidates-changed', candidateIds: [newId()], actorId: null })
      await announceTo({ kind: 'import-progressed', importId: newId(), actorId: null })
      await announceTo({ kind: 'agents-changed', agentIds: [newId()], actorId: null })
    })
    expect(missed).toEqual([])
  })

  it('receives nothing from another workspace', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    const missed = await missedWhile(async () => {
      await announceTo({ kind: 'activity-logged', applicationId: newId(), actorId: null }, stranger)
    })
    expect(missed).toEqual([])
  })

  it('receives events announced during catch-up after the missed ones, each once', async () => {
    const before = await follow()
    await announceLast()
    await before.take(1)
    const lastId = before.lastId()
    before.leave()
    // Several pages to catch up with.
    await sql`
      insert into live_events (workspace_id, event)
      select ${reader.workspaceId}, jsonb_build_object('kind', 'activity-logged', 'applicationId', gen_random_uuid(), 'actorId', null)
      from generate_series(1, 1200)
    `.execute(server.db)
    const meanwhile: string[] = []
    const announcing = (async () => {
      while (meanwhile.length < 60) meanwhile.push(await announceLast())
    })()
    const back = await follow(lastId)
    await announcing
    const last = await announceLast()
    await expect.poll(() => back.events.at(-1)?.event).toMatchObject({ applicationId: last })
    const ids = back.events.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other))
    const received = back.events.flatMap(({ event }) =>
      'applicationId' in event ? [event.applicationId] : [],
    )
    expect(received).toHaveLength(1261)
    expect(received.slice(1200)).toEqual([...meanwhile, last])
  })

  it('receives nothing again from a node that is behind the one it left', async () => {
    await follow()
    await sql`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and application_name = ${`muster ${liveChannel}`}
    `.execute(server.db)
    // The node only learns of these when it listens again. The client had them from another node.
    for (let n = 0; n < 3; n += 1) await announceLast()
    const { rows } = await sql<{ id: number }>`select max(id) as id from live_events`.execute(server.db)
    const back = await follow(String(rows[0]!.id))
    const last = await announceLast()
    await expect.poll(() => back.events.at(-1)?.event).toMatchObject({ applicationId: last })
    expect(back.events).toHaveLength(1)
  })

  it('receives nothing again that committed while another transaction was open', async () => {
    const before = await follow()
    const long = await server.db.startTransaction().execute()
    try {
      // Takes a transaction number: an import does so for seconds.
      await sql`select pg_current_xact_id()`.execute(long)
      for (let n = 0; n < 3; n += 1) await announceLast()
      await before.take(3)
      const back = await follow(before.lastId())
      const last = await announceLast()
      await expect.poll(() => back.events.at(-1)?.event).toMatchObject({ applicationId: last })
      expect(back.events).toHaveLength(1)
    } finally {
      await long.rollback().execute()
    }
  })

  it('does not receive access changes of colleagues', async () => {
    const missed = await missedWhile(async () => {
      await server.db.transaction().execute((tx) =>
        announceAccessChanged(tx, {
          workspaceId: colleague.workspaceId,
          userIds: [colleague.id],
          actorId: null,
        }),
      )
    })
    expect(missed).toEqual([])
  })
})
