import type { LiveEvent } from '@muster/contract/events.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createReadiness } from '../health/readiness.ts'
import { announce } from '../live/announce.ts'
import { createLive } from '../live/live.ts'
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { connect } from './connect.ts'
import { newId } from './new-id.ts'
import { writeTransaction } from './transaction.ts'
import { isTransientFailure } from './transient-failure.ts'

let server: TestServer
let proxy: FaultProxy

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  proxy = await startFaultProxy({ port: Number(new URL(server.connectionString).port) })
})

afterEach(() => proxy.stop())

afterAll(() => server?.stop())

const one = sql<{ one: number }>`select 1 as one`

/** A pool of one connection, so that a lost one is noticed at once. */
function connectThrough() {
  return connect(proxy.inFrontOf(server.connectionString), 1, { answersWithinMs: 300 })
}

describe('connect', () => {
  it('drops a silent connection and continues with a new one', async () => {
    const db = connectThrough()
    try {
      await one.execute(db)
      proxy.freeze()
      const failure = await one.execute(db).then(
        () => null,
        (error) => error,
      )
      expect(isTransientFailure(failure)).toBe(true)
      proxy.thaw()
      expect((await one.execute(db)).rows).toEqual([{ one: 1 }])
    } finally {
      await db.destroy()
    }
  })

  it('commits nothing of a transaction whose connection is cut or dies halfway, and stays usable', async () => {
    const db = connectThrough()
    const { workspaceId } = await server.addWorkspace()
    const rename = (name: string, meanwhile: () => void) =>
      writeTransaction(db, async (tx) => {
        await tx.updateTable('workspaces').set({ name }).where('id', '=', workspaceId).execute()
        meanwhile()
        await one.execute(tx)
      })
    try {
      for (const fault of [proxy.cut, proxy.freeze]) {
        const failure = await rename('Lost', fault).catch((error) => error)
        expect(isTransientFailure(failure)).toBe(true)
        proxy.thaw()
      }
      // Tells the database that the second connection is gone.
      proxy.cut()
      await rename('Kept', () => {})
      const { name } = await server.db
        .selectFrom('workspaces')
        .where('id', '=', workspaceId)
        .select('name')
        .executeTakeFirstOrThrow()
      expect(name).toBe('Kept')
    } finally {
      await db.destroy()
    }
  })

  it('waits for a slow connection', async () => {
    const db = connect(proxy.inFrontOf(server.connectionString), 1, { answersWithinMs: 5_000 })
    try {
      proxy.delay(100)
      expect((await one.execute(db)).rows).toEqual([{ one: 1 }])
    } finally {
      proxy.delay(0)
      await db.destroy()
    }
  })
})

describe('createReadiness', () => {
  it('is not ready while the database is silent, and is again once it answers', async () => {
    const readiness = createReadiness(proxy.inFrontOf(server.connectionString), { answersWithinMs: 200 })
    try {
      await readiness.assert()
      proxy.freeze()
      await expect.poll(() => readiness.assert().catch((error) => error.code)).toBe('UNAVAILABLE')
      proxy.thaw()
      await expect
        .poll(() =>
          readiness.assert().then(
            () => 'ready',
            () => 'not',
          ),
        )
        .toBe('ready')
    } finally {
      await readiness.stop()
    }
  })
})

describe('createLive', () => {
  it('notices a dead connection, and catches up with events announced meanwhile', async () => {
    const { workspaceId } = await server.addWorkspace()
    const live = await createLive(proxy.inFrontOf(server.connectionString), server.db, {
      checkEveryMs: 100,
      answersWithinMs: 200,
    })
    const received: LiveEvent[] = []
    live.subscribe(workspaceId, ({ event }) => received.push(event))
    const events: LiveEvent[] = []
    const say = async () => {
      const event: LiveEvent = { kind: 'activity-logged', applicationId: newId(), actorId: null }
      events.push(event)
      await announce(server.db, workspaceId, event)
    }
    try {
      await say()
      await expect.poll(() => received).toEqual(events)
      proxy.freeze()
      for (let n = 0; n < 10; n += 1) await say()
      proxy.thaw()
      await expect.poll(() => received).toEqual(events)
      await say()
      await expect.poll(() => received).toEqual(events)
    } finally {
      await live.stop()
    }
  })
})
