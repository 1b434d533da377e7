import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@muster/server/database/embedded.ts'
import pg from 'pg'
import { importClient } from './import-client.ts'
import { type RunningNode, startNode } from './node.ts'
import { benchAdmin } from './prepare.ts'
import { signIn } from './sign-in.ts'
import { compareWrites, startWriters, type Writers } from './writers.ts'

/** A node must be ready again within this time after its database is. */
const readyTargetMs = 2_000
const port = 4328

const { values: options } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, clients: { type: 'string', default: '8' } },
})

async function untilReady(): Promise<void> {
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await setTimeout(20)
  }
}

const root = await mkdtemp(join(tmpdir(), 'muster-kill-'))
const dataDir = join(root, 'database')
// On a port that stays free while it is down.
const postgres = await startEmbeddedPostgres({ dataDir, port: 4329 })
const env = {
  MUSTER_DATA_DIR: join(root, 'files'),
  MUSTER_ADMIN_PASSWORD: benchAdmin.password,
  MUSTER_ADMIN_EMAIL: benchAdmin.email,
}
let node: RunningNode | null = null
let writers: Writers | null = null
try {
  node = await startNode(port, postgres.connectionString, env)
  const token = await signIn(node.url)
  writers = startWriters(node.url, () => token, Number(options.clients))
  const readyAfter: number[] = []
  for (let kill = 0; kill < Number(options.kills); kill += 1) {
    await setTimeout(500 + Math.random() * 1_500)
    if (kill % 2 === 0) {
      const note = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
      process.kill(Number(note.split('\n')[0]), 'SIGKILL')
      // The package restarts it by itself; time counts from when it answers.
      await setTimeout(100)
      await untilDatabaseAnswers()
      const began = performance.now()
      await untilReady()
      readyAfter.push(performance.now() - began)
    } else {
      await node.end('SIGKILL')
      node = await startNode(port, postgres.connectionString, env)
    }
  }
  await writers.stop()
  const { lost, twice, odd, answers } = await compareWrites(importClient(node.url), writers)
  const longest = Math.max(...readyAfter)
  console.log(
    `${options.kills} times kill -9, database and server by turns, under ${options.clients} writers`,
  )
  console.log(
    `ready ${(longest / 1000).toFixed(1)} s after the database at most${longest > readyTargetMs ? '!' : ''}`,
  )
  console.log(
    `${writers.acknowledged.length} writes acknowledged, ${lost} lost${lost > 0 ? '!' : ''}, ${twice} there twice${twice > 0 ? '!' : ''}`,
  )
  console.log(`answers: ${answers}`)
  if (lost > 0 || twice > 0 || odd.length > 0) process.exitCode = 1
} finally {
  await writers?.stop()
  await node?.end('SIGTERM')
  await postgres.stop()
  await rm(root, { recursive: true })
}

async function untilDatabaseAnswers(): Promise<void> {
  for (;;) {
    const asking = new pg.Client({ connectionString: postgres.connectionString })
    asking.on('error', () => {})
    try {
      await asking.connect()
      await asking.end()
      return
    } catch {
      await setTimeout(20)
    }
  }
}
