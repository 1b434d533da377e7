import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { readConfig } from '@muster/server/config/config.ts'
import { connect } from '@muster/server/database/connect.ts'
import { migrate } from '@muster/server/database/migrate.ts'
import { newId } from '@muster/server/database/new-id.ts'
import { issueTokens } from '@muster/server/session/issue-tokens.ts'
import { hashSecret, newSecretToken } from '@muster/server/session/secret-token.ts'
import { createWorkspace } from '@muster/server/workspaces/create-workspace.ts'
import type { AnalysesOrder } from './analyze-file.ts'
import { serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { scratchDatabases } from './import-database.ts'
import { writeImportFile } from './import-file.ts'
import { percentile, watchNeighbours } from './import-neighbours.ts'
import { prepareBench } from './prepare.ts'

/** The product's target. */
const slowdownTarget = 1.5
const idleMs = 8_000
const name = 'muster_bench_analyses'

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, atOnce: { type: 'string', default: '8' } },
})
const rows = Number(options.rows)
const atOnce = Number(options.atOnce)

/** Returns the access token of a user in a workspace of its own. */
async function addImporter(url: string): Promise<string> {
  const db = connect(url, 1)
  const { workspaceId } = await db
    .transaction()
    .execute((tx) =>
      createWorkspace(tx, { name: 'Another workspace', timezone: 'UTC', defaultCountry: 'US' }),
    )
  const user = { workspace_id: workspaceId, id: newId(), email: 'importer@example.com' }
  await db
    .insertInto('users')
    .values({ ...user, name: 'Importer', role: 'admin' })
    .execute()
  const token = newSecretToken(workspaceId, newId())
  await db
    .insertInto('sessions')
    .values({
      workspace_id: workspaceId,
      id: token.id,
      user_id: user.id,
      current_hash: hashSecret(token.secret),
    })
    .execute()
  const { access_token } = await issueTokens({ db, config: readConfig({}) }, user.id, token)
  await db.destroy()
  return access_token
}

/** Uploads from a thread of its own: another workspace's users do not wait for the sender's processor. */
async function analyzeAtOnce(order: AnalysesOrder): Promise<void> {
  await once(new Worker(new URL('./analyze-file.ts', import.meta.url), { workerData: order }), 'exit')
}

const databases = await prepareDatabases([])
const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
const scratch = await scratchDatabases(databases.admin, databases.owner)
try {
  const database = await scratch.create(name)
  await migrate(database)
  const db = connect(database, 2)
  await prepareBench(db, true)
  await db.destroy()
  const path = join(folder, 'people.csv')
  await writeImportFile(path, { rows })
  const token = await addImporter(database)
  await scratch.settle()
  const server = await serve('./serve-muster.ts', database, {
    MUSTER_PROCESS: 'web',
    MUSTER_DATA_DIR: folder,
  })
  const { url } = server
  const lists = { list: '/applications/' }
  const watchIdle = async () => {
    const watched = watchNeighbours(url, lists)
    await setTimeout(idleMs)
    return watched.stop()
  }
  await watchIdle()
  const idle = await watchIdle()
  const { now } = await server.ask<{ now: number }>('memory')
  const watched = watchNeighbours(url, lists)
  const started = performance.now()
  await analyzeAtOnce({ url, token, path, atOnce })
  const seconds = (performance.now() - started) / 1000
  const during = await watched.stop()
  const { most } = await server.ask<{ most: number }>('memory')
  const [before, meanwhile] = [percentile(idle.list!, 0.95), percentile(during.list!, 0.95)]
  const times = meanwhile / before
  console.log(`${atOnce} analyses of ${rows.toLocaleString('en')} rows at once in ${seconds.toFixed(1)} s`)
  console.log(
    `Another workspace's list: p95 ${before.toFixed(1)} ms idle, ${meanwhile.toFixed(1)} ms during, ` +
      `${times.toFixed(2)}×${times > slowdownTarget ? ' !' : ''}`,
  )
  console.log(`Memory above idle: ${Math.round((most - now) / 2 ** 20)} MB`)
  await server.stop()
  await scratch.drop(name)
} finally {
  await scratch.stop()
  await databases.stop()
  await rm(folder, { recursive: true })
}
