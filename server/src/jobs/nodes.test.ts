import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { start } from '../start.ts'
import { freePort } from '../testing/free-port.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { HandedBack } from './handed-back.ts'
import { installJobs } from './install-jobs.ts'
import { createJobs, type Jobs } from './jobs.ts'

let server: TestServer
let workspaceId: string
const nodes: Jobs[] = []

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await server?.stop()
})

async function startJobs(): Promise<Jobs> {
  const jobs = await createJobs(server.connectionString, () => {}, { scheduleIntervalSeconds: 1 })
  nodes.push(jobs)
  return jobs
}

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where name = ${name} order by created_on`.execute(server.db)
  return rows.map(({ state }) => state)
}

describe('a renamed job', () => {
  it('also runs when it was stored under its former name, whose schedule ends', async () => {
    const former = 'keep-reports'
    const boss = new PgBoss({ connectionString: server.connectionString, migrate: false, schedule: false })
    await boss.start()
    await boss.createQueue(former)
    await boss.schedule(former, '0 0 1 1 *')
    const id = await boss.send(former)
    await boss.stop({ graceful: false, close: true })

    const jobs = await startJobs()
    await jobs.work('update-report-totals', async () => {})
    await jobs.schedule('update-report-totals', '0 0 1 1 *')
    await expect.poll(() => statesOf(former)).toEqual(['completed'])
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.schedule where name in (${former}, 'update-report-totals')`.execute(server.db)
    expect([typeof id, rows]).toEqual(['string', [{ name: 'update-report-totals' }]])
  })
})

describe('a job', () => {
  const waiting = async (key: string) => {
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
      where data ->> 'webhookId' = ${key} or data ->> 'mailId' = ${key}`.execute(server.db)
    return rows.map(({ seconds }) => seconds)
  }

  it('that is to run once for a key waits once', async () => {
    const jobs = await startJobs()
    for (const webhookId of ['one', 'one', 'other'])
      await jobs.send(server.db, 'deliver-webhooks', { workspaceId, webhookId }, { onceFor: webhookId })
    expect([await waiting('one'), await waiting('other')]).toEqual([[0], [0]])
  })

  it('starts as many seconds later as asked', async () => {
    const jobs = await startJobs()
    await jobs.send(server.db, 'send-mail', { workspaceId, mailId: 'later' }, { afterSeconds: 300 })
    await jobs.send(server.db, 'send-mail', { workspaceId, mailId: 'now' })
    expect([await waiting('later'), await waiting('now')]).toEqual([[300], [0]])
  })

  it('exists if and only if the change that sends it is committed', async () => {
    const jobs = await startJobs()
    const undone = server.db.transaction().execute(async (tx) => {
      await jobs.send(tx, 'send-mail', { workspaceId, mailId: 'undone' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await waiting('undone')).toEqual([])
  })

  async function addLaterMail(jobs: Jobs, mailId: string) {
    await jobs.send(server.db, 'send-mail', { workspaceId, mailId }, { afterSeconds: 300 })
    const { rows } = await sql<{ id: string }>`
      select id from pgboss.job where data ->> 'mailId' = ${mailId}`.execute(server.db)
    const job = { name: 'send-mail', id: rows[0]!.id }
    const state = async () => {
      const found = await sql<{
        state: string
      }>`select state::text from pgboss.job where id = ${job.id}`.execute(server.db)
      return found.rows[0]!.state
    }
    return { job, state }
  }

  it.each(['cancel', 'retry'] as const)('keeps its state if its %s is undone', async (action) => {
    const jobs = await startJobs()
    const { job, state } = await addLaterMail(jobs, `${action} undone`)
    if (action === 'retry') await jobs.cancel(server.db, job)
    const before = await state()
    const undone = server.db.transaction().execute(async (tx) => {
      await jobs[action](tx, { ...job, state: before })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await state()).toBe(before)
  })

  it('that was canceled runs again when it is retried', async () => {
    const jobs = await startJobs()
    const { job, state } = await addLaterMail(jobs, 'again')
    await jobs.cancel(server.db, job)
    expect(await state()).toBe('cancelled')
    await jobs.retry(server.db, { ...job, state: 'cancelled' })
    expect(await state()).toBe('created')
  })
})

describe('a failing job', () => {
  it('runs again, and is done once it succeeds', async () => {
    const jobs = await startJobs()
    let runs = 0
    await jobs.work('change-custom-field', async () => {
      runs += 1
      if (runs === 1) throw new Error('The connection broke')
    })
    await jobs.send(server.db, 'change-custom-field', { workspaceId, changeId: 'one' })
    await expect.poll(() => statesOf('change-custom-field'), { timeout: 30_000 }).toEqual(['completed'])
    expect(runs).toBe(2)
  })
})

describe('a node', () => {
  it('runs a scheduled job, which has no payload, with an empty one', async () => {
    const jobs = await startJobs()
    const received = Promise.withResolvers<unknown>()
    await jobs.work('erase-undone-imports', async (data) => received.resolve(data))
    await sql`insert into pgboss.job (name, policy) values ('erase-undone-imports', 'stately')`.execute(
      server.db,
    )
    expect(await received.promise).toEqual({})
  })

  it('starts a small job while a long one of the same kind runs', async () => {
    const jobs = await startJobs()
    const small = Promise.withResolvers<void>()
    await jobs.work(
      'send-report',
      ({ sendingId }) => (sendingId === 'long' ? small.promise : Promise.resolve(small.resolve())),
      { atOnce: 2 },
    )
    for (const sendingId of ['long', 'small'])
      await jobs.send(server.db, 'send-report', { workspaceId, sendingId })
    await expect.poll(() => statesOf('send-report'), { timeout: 30_000 }).toEqual(['completed', 'completed'])
  })

  it('lets a short job end before it stops, also when it is stopped twice', async () => {
    const jobs = await startJobs()
    const began = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    await jobs.work('mail-email-claim', async () => {
      began.resolve()
      await end.promise
    })
    await jobs.send(server.db, 'mail-email-claim', { workspaceId, userId: 'one' })
    await began.promise
    const stops = [jobs.stop(), jobs.stop()]
    setTimeout(end.resolve, 300)
    await stops[1]
    expect(await statesOf('mail-email-claim')).toEqual(['completed'])
    await Promise.all(stops)
  })

  it('handles a notification although the one before it failed', async () => {
    const jobs = await startJobs()
    const handled = Promise.withResolvers<string>()
    await jobs.onNotified('muster_test', async (payload) => {
      if (payload === 'broken') throw new Error('Broken')
      handled.resolve(payload)
    })
    await server.db.transaction().execute(async (tx) => {
      for (const payload of ['broken', 'sound'])
        await sql`select pg_notify('muster_test', ${payload})`.execute(tx)
    })
    expect(await handled.promise).toBe('sound')
  })

  it('repeats work that failed, and lets it end before it stops', async () => {
    const jobs = await startJobs()
    const began = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let runs = 0
    let ended = false
    jobs.repeat(1, async () => {
      runs += 1
      if (runs === 1) throw new Error('The connection broke')
      began.resolve()
      await end.promise
      ended = true
    })
    await began.promise
    const stopped = jobs.stop().then(() => ended)
    setTimeout(end.resolve, 1_000)
    expect(await stopped).toBe(true)
  })
})

describe('two nodes', () => {
  it('run each job once, and respect the limit per workspace', async () => {
    const [one, other] = [await startJobs(), await startJobs()]
    const runs: string[] = []
    let most = 0
    for (const node of [one, other]) {
      let underWay = 0
      await node.work(
        'run-import',
        async ({ importId }) => {
          runs.push(importId)
          underWay += 1
          most = Math.max(most, underWay)
          await new Promise((resolve) => setTimeout(resolve, 50))
          underWay -= 1
        },
        { atOnce: 3, ofWorkspace: 2 },
      )
    }
    const importIds = Array.from({ length: 12 }, (_, n) => `import ${n}`)
    for (const importId of importIds) await one.send(server.db, 'run-import', { workspaceId, importId })
    await expect.poll(() => runs.length, { timeout: 30_000 }).toBe(importIds.length)
    await expect.poll(async () => new Set(await statesOf('run-import'))).toEqual(new Set(['completed']))
    expect(runs.toSorted()).toEqual(importIds.toSorted())
    expect(most).toBeLessThanOrEqual(2)
  })

  it('hand back running jobs when they stop, and another node continues', async () => {
    const [leaving, staying] = [await startJobs(), await startJobs()]
    const began = Promise.withResolvers<void>()
    await leaving.work('undo-import', async (_, stopping) => {
      began.resolve()
      await new Promise((resolve) => stopping.addEventListener('abort', resolve))
      throw new HandedBack()
    })
    await leaving.send(server.db, 'undo-import', { workspaceId, importId: 'long' })
    await began.promise
    await leaving.stop()
    const taken = Promise.withResolvers<string>()
    await staying.work('undo-import', async ({ importId }) => taken.resolve(importId))
    expect(await taken.promise).toBe('long')
  })

  it('run a scheduled job once a minute', async () => {
    for (const node of [await startJobs(), await startJobs()]) await node.schedule('clean-up', '* * * * *')
    await expect.poll(async () => (await statesOf('clean-up')).length, { timeout: 30_000 }).toBeGreaterThan(0)
    // Each has polled its schedules several times by then.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    // Each node sends one message for a minute; the queue accepts one, which makes one job, a little later.
    const surplus = async () => {
      const { rows } = await sql<{ minutes: number; messages: number }>`
        select count(distinct singleton_on)::int as minutes, count(*)::int as messages
        from pgboss.job where name = '__pgboss__send-it'`.execute(server.db)
      const { minutes, messages } = rows[0]!
      return { messages: messages - minutes, jobs: (await statesOf('clean-up')).length - minutes }
    }
    await expect.poll(surplus).toEqual({ messages: 0, jobs: 0 })
  })
})

describe('a node that starts while a newer version upgrades', () => {
  afterAll(() => asOwner('update pgboss.version set version = version - 1'))

  async function asOwner(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.ownerConnectionString })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  it('runs jobs on the newer tables of pg-boss', async () => {
    await asOwner('update pgboss.version set version = version + 1')
    const node = await startJobs()
    const done = Promise.withResolvers<string>()
    await node.work('sync-stripe', async (data) => done.resolve(data.workspaceId))
    await node.send(server.db, 'sync-stripe', { workspaceId })
    expect(await done.promise).toBe(workspaceId)
  })
})

describe('installJobs', () => {
  it('gives a queue of an earlier version the options of this one', async () => {
    const client = new pg.Client({ connectionString: server.ownerConnectionString })
    await client.connect()
    try {
      const options = () =>
        client
          .query('select * from pgboss.queue order by name')
          .then(({ rows }) =>
            rows.map(({ name, policy, retry_limit, heartbeat_seconds }) => [
              name,
              policy,
              retry_limit,
              heartbeat_seconds,
            ]),
          )
      const before = await options()
      await client.query(
        "update pgboss.queue set heartbeat_seconds = null, retry_limit = 1 where name in ('send-mail', 'run-import')",
      )
      await installJobs(server.ownerConnectionString)
      expect(await options()).toEqual(before)
    } finally {
      await client.end()
    }
  })
})

describe('a queue', () => {
  interface Queue {
    name: string
    policy: string
    retry_limit: number
    retry_delay: number
    retry_delay_max: number | null
    expire_seconds: number
    heartbeat_seconds: number | null
  }
  const hour = 3600

  async function queuesWhere(isMeant: (queue: Queue) => boolean) {
    const { rows } = await sql<Queue>`
      select * from pgboss.queue where name not like '\\_\\_%' and name not like 'keep-%'`.execute(server.db)
    return rows.filter(isMeant)
  }

  it('of emails retries them for hours while a mail server is down', async () => {
    const [queue] = await queuesWhere(({ name }) => name === 'send-mail')
    const { retry_limit: limit, retry_delay: delay, retry_delay_max: most } = queue!
    let seconds = 0
    for (let n = 0; n < limit; n += 1) seconds += Math.min(delay * 2 ** n, most!)
    expect(seconds).toBeGreaterThan(3 * hour)
  })

  it('of imports lets one run for hours, and continues it however often a worker dies', async () => {
    const imports = await queuesWhere(({ name }) => ['run-import', 'undo-import'].includes(name))
    expect(imports).toHaveLength(2)
    for (const queue of imports)
      expect([queue.expire_seconds >= 4 * hour, queue.retry_limit >= 1000]).toEqual([true, true])
  })

  it('whose jobs may run for an hour notices a dead worker by its heartbeat', async () => {
    const long = await queuesWhere(({ expire_seconds }) => expire_seconds >= hour)
    expect(long.length).toBeGreaterThan(5)
    expect(long.filter(({ heartbeat_seconds }) => heartbeat_seconds === null)).toEqual([])
  })

  it('whose jobs are never retried piles up none of them while no node works', async () => {
    const unretried = await queuesWhere(({ retry_limit }) => retry_limit === 0)
    expect(unretried.length).toBeGreaterThan(5)
    expect(unretried.filter(({ policy }) => policy !== 'stately')).toEqual([])
  })
})

describe('MUSTER_PROCESS', () => {
  it('separates nodes that serve from nodes that run jobs', async () => {
    const settings = (port: number, process: 'web' | 'worker') => () => ({
      ...readConfig({ DATABASE_URL: server.connectionString, PORT: String(port) }),
      ...server.services.config,
      process,
      host: '127.0.0.1',
      port,
      publicUrl: `http://127.0.0.1:${port}`,
    })
    const statusOf = async (port: number, path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).status
    const webPort = await freePort()
    const web = await start(settings(webPort, 'web'))
    try {
      await server.services.jobs.send(server.db, 'remove-files', { keys: [] })
      expect(
        await Promise.all(['/ready', '/api/v1/companies/'].map((path) => statusOf(webPort, path))),
      ).toEqual([200, 401])
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(await statesOf('remove-files')).toEqual(['created'])
      const workerPort = await freePort()
      const worker = await start(settings(workerPort, 'worker'))
      try {
        await expect.poll(() => statesOf('remove-files')).toEqual(['completed'])
        expect(
          await Promise.all(['/ready', '/api/v1/companies/'].map((path) => statusOf(workerPort, path))),
        ).toEqual([200, 404])
      } finally {
        await worker.stop()
      }
    } finally {
      await web.stop()
    }
  })
})
