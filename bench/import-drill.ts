import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@muster/server/database/embedded.ts'
import pg from 'pg'
import { type Served, serve } from './child.ts'
import {
  type ImportClient,
  type ImportStatus,
  importClient,
  openPositions,
  startImport,
  statusOf,
} from './import-client.ts'
import { writeImportFile } from './import-file.ts'
import { benchAdmin } from './prepare.ts'

/** An interrupted import must continue within this time. */
const resumeTargetMs = 30_000
/** How long it may then run undisturbed. */
const maxPauseMs = 3_000

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '20' },
  },
})
const rows = Number(options.rows)
const kills = Number(options.kills)

/** An embedded PostgreSQL on a port that stays free while it is down. */
const startPostgres = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, port: 20_000 + Math.floor(Math.random() * 10_000) })

/** Requests and jobs in one process, as `npm start` runs them. */
const startServer = ({ connectionString }: EmbeddedPostgres) =>
  serve('./serve-muster.ts', connectionString, {
    MUSTER_PROCESS: 'all',
    MUSTER_DATA_DIR: join(root, 'files'),
    MUSTER_ADMIN_PASSWORD: benchAdmin.password,
  })

async function killPostgres(dataDir: string): Promise<void> {
  const note = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(note.split('\n')[0]), 'SIGKILL')
}

/** Returns one hash per table of everything the import created, without ids and times. */
async function fingerprint({ connectionString }: EmbeddedPostgres): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const queries = {
      people: 'select name, email, phone, version from candidates order by id',
      applications: `select a.import_row, c.email, a.candidate_name, a.candidate_search, p.name, a.status_type,
          a.reached, a.disposition, a.applied_at, a.source, a.version,
          row_number() over (partition by a.status_id order by a.rank) as place
        from applications a join candidates c on c.id = a.candidate_id join positions p on p.id = a.position_id
        order by a.import_row`,
      histories: `select a.import_row, l.kind, l.to_type, l.field, l.old_value, l.new_value
        from activity_logs l join applications a on a.id = l.application_id order by a.import_row, l.id`,
      dispositions: `select a.import_row, d.kind from dispositions d
        join applications a on a.id = d.application_id order by a.import_row`,
      rows: `select row_number, result, code, message, candidate_is_new, cells, before
        from import_rows order by row_number`,
    }
    const hashes: Record<string, string> = {}
    for (const [name, query] of Object.entries(queries)) {
      const { rows: found } = await client.query<{ count: string; hash: string }>(
        `select count(*), md5(string_agg(md5(made::text), '')) as hash from (${query}) as made`,
      )
      hashes[name] = `${found[0]!.count} ${found[0]!.hash}`
    }
    return hashes
  } finally {
    await client.end()
  }
}

/** Each server signs in once. */
const clients = new Map<string, ImportClient>()

/** Returns the status, or null while the server or database does not answer. */
async function readStatus(server: Served, id: string): Promise<ImportStatus | null> {
  try {
    if (!clients.has(server.url)) clients.set(server.url, importClient(server.url))
    return await statusOf(clients.get(server.url)!, id)
  } catch {
    return null
  }
}

/** Waits until more rows than `processed` are done, or all. */
async function waitForProgress(server: Served, id: string, processed: number): Promise<ImportStatus> {
  for (;;) {
    const status = await readStatus(server, id)
    if (status && (status.processed > processed || status.state === 'completed')) return status
    if (status?.state === 'failed') throw new Error(`The import failed: ${status.error}`)
    await setTimeout(100)
  }
}

async function begin(postgres: EmbeddedPostgres, path: string): Promise<{ server: Served; id: string }> {
  const server = await startServer(postgres)
  const client = importClient(server.url)
  await openPositions(client)
  const { id } = await startImport(client, path)
  return { server, id }
}

async function finish(server: Served, id: string): Promise<void> {
  for (;;) {
    const status = await readStatus(server, id)
    if (status?.state === 'completed') {
      const { created, updated, skipped, conflicts, invalid } = status
      if (created + updated + skipped + conflicts + invalid !== rows)
        throw new Error(`The counts do not add up to ${rows}: ${JSON.stringify(status)}`)
      return
    }
    if (status?.state === 'failed') throw new Error(`The import failed: ${status.error}`)
    await setTimeout(500)
  }
}

const root = await mkdtemp(join(tmpdir(), 'muster-drill-'))
const [calm, wild] = [join(root, 'undisturbed'), join(root, 'disturbed')]
const running: EmbeddedPostgres[] = []
try {
  const path = join(root, 'people.csv')
  await writeImportFile(path, { rows, duplicates: 10 })
  const undisturbed = await startPostgres(calm)
  running.push(undisturbed)
  const first = await begin(undisturbed, path)
  await finish(first.server, first.id)
  const expected = await fingerprint(undisturbed)
  await first.server.stop()

  const postgres = await startPostgres(wild)
  running.push(postgres)
  let { server, id } = await begin(postgres, path)
  let { processed } = await waitForProgress(server, id, 0)
  const resumed: Record<string, number[]> = { server: [], database: [] }
  for (let kill = 0; kill < kills; kill += 1) {
    await setTimeout(Math.random() * maxPauseMs)
    const victim = kill % 2 === 0 ? 'server' : 'database'
    processed = (await readStatus(server, id))?.processed ?? processed
    const started = performance.now()
    if (victim === 'database') await killPostgres(wild)
    else {
      await server.kill()
      server = await startServer(postgres)
    }
    const status = await waitForProgress(server, id, processed)
    resumed[victim]!.push(performance.now() - started)
    processed = status.processed
    if (status.state === 'completed') break
  }
  await finish(server, id)
  const made = await fingerprint(postgres)
  await server.stop()

  console.log(`Import of ${rows.toLocaleString('en')} rows, killed at random moments by kill -9`)
  for (const [victim, times] of Object.entries(resumed)) {
    const longest = Math.max(...times)
    console.log(
      `${victim.padEnd(9)} ${String(times.length).padStart(3)} times, rows went on after ` +
        `${(longest / 1000).toFixed(1)} s at most${longest > resumeTargetMs ? '!' : ''}`,
    )
  }
  for (const [name, hash] of Object.entries(expected))
    console.log(
      `${name.padEnd(13)} ${hash.split(' ')[0]!.padStart(9)}  ${made[name] === hash ? 'the same' : 'DIFFERENT'}`,
    )
  if (!isDeepStrictEqual(made, expected)) process.exitCode = 1
} finally {
  for (const postgres of running) await postgres.stop()
  await rm(root, { recursive: true })
}
