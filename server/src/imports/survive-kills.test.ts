import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded.ts'
import { prepareSchema } from '../installation/prepare-schema.ts'
import { createRandom } from '../sample/random.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import type { WorkerOrder } from './fixtures/import-worker.ts'
import { loadImportRow, peopleTable, prepareImport, whatWasMade } from './fixtures/whole-import.ts'
import { runImport } from './run-import.ts'

const worker = join(import.meta.dirname, 'fixtures/import-worker.ts')
const kills = Number(process.env.IMPORT_KILLS ?? 20)
const rowsOfChunk = 100
/** Each life does less than two chunks, so that this many kills happen before the import is done. */
const longestLife = 40
const rowCount = Number(process.env.IMPORT_ROWS ?? kills * rowsOfChunk * 1.5)

let dataDir: string
let postgres: EmbeddedPostgres
let server: TestServer

// A PostgreSQL of its own, since the others' is not to be killed, on a port that no other takes while it is dead.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-kills-'))
  postgres = await startEmbeddedPostgres({
    dataDir,
    port: 20_000 + Math.floor(Math.random() * 10_000),
    settings: { fsync: 'off' },
  })
  const appUrl = postgres.appConnectionString
  await prepareSchema({ ownerUrl: postgres.connectionString, appUrl, log: console.error })
  server = await startTestServer({ connectionString: appUrl })
})

afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function live(order: WorkerOrder): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], { stdio: 'inherit' })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (!signal && code !== 0) throw new Error(`The worker ended with ${code}`)
  return signal
}

/** Asks again while PostgreSQL comes back. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const until = Date.now() + 60_000; ; await setTimeout(100)) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

describe('an import', () => {
  it('ends with the same rows as an undisturbed one, at whatever moments worker and database are killed', async () => {
    // The queue of the test's own server says that its database is away.
    vi.spyOn(console, 'error').mockReturnValue()
    const content = peopleTable(rowCount)
    const undisturbed = await prepareImport(server, content)
    await runImport(server.services, undisturbed, { rowsOfChunk })
    const disturbed = await prepareImport(server, content)
    const order: WorkerOrder = {
      connectionString: server.connectionString,
      folder: join(server.services.config.dataDir, 'files'),
      workspaceId: disturbed.workspaceId,
      importId: disturbed.importId,
      rowsOfChunk,
      pidFile: join(dataDir, 'postgres', 'postmaster.pid'),
    }
    const seed = Date.now()
    const random = createRandom(seed)
    let killed = 0
    while (killed < kills) {
      const dieAt = 1 + random.int(longestLife)
      const lifeEndsDatabase = killed % 4 === 3
      const signal = await live({
        ...order,
        dieAt,
        delayMs: random.int(12),
        ...(lifeEndsDatabase ? { endDatabaseAt: 1 + random.int(dieAt) } : {}),
      })
      if (signal !== 'SIGKILL') break
      killed += lifeEndsDatabase ? 2 : 1
    }
    expect(killed, `seed ${seed}`).toBeGreaterThanOrEqual(kills)
    expect(await patiently(() => loadImportRow(server, disturbed))).toMatchObject({ state: 'running' })
    expect(await live(order)).toBeNull()

    const [expected, made] = [await whatWasMade(server, undisturbed), await whatWasMade(server, disturbed)]
    expect(made, `seed ${seed}`).toEqual(expected)
    expect(made.rows).toHaveLength(rowCount)
    const [, total, , ...counts] = made.counts as number[]
    expect([total, counts.reduce((sum, count) => sum + count)]).toEqual([rowCount, rowCount])
    const kinds = new Set(expected.rows.map((row) => (row as { result: string }).result))
    expect([...kinds].sort()).toEqual(['conflict', 'created', 'invalid', 'skipped', 'updated'])
  }, 600_000)
})
