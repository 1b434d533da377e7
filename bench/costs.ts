import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findSubjects, type Subjects } from './cases.ts'
import { prepareDatabases } from './databases.ts'
import { followImport, importClient, openPositions, startImport } from './import-client.ts'
import { scratchDatabases } from './import-database.ts'
import { writeImportFile } from './import-file.ts'
import { type RunningNode, startNode } from './node.ts'
import { processorTimeOf } from './processor.ts'
import { habits, hireRecruiters } from './recruiters.ts'

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '10000' },
    /** Repetitions of each action. */
    times: { type: 'string', default: '200' },
    streams: { type: 'string', default: '500' },
    'import-rows': { type: 'string', default: '10000' },
    port: { type: 'string', default: '4339' },
  },
})

const idleSeconds = 20

interface Cost {
  nodeMs: number
  databaseMs: number
  walBytes: number
  answerBytes: number
}

async function residentBytes(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * 4096
}

/** Runs work and returns its cost on the nodes, on all PostgreSQL processes, and in the WAL. */
async function costOf(
  { admin, nodes }: { admin: pg.Client; nodes: readonly RunningNode[] },
  times: number,
  work: () => Promise<number>,
): Promise<Cost> {
  const walPosition = async () => {
    const { rows } = await admin.query<{ bytes: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`,
    )
    return rows[0]!.bytes
  }
  const walBefore = await walPosition()
  const { result: answerBytes, nodeMs, databaseMs } = await processorTimeOf({ admin, nodes }, work)
  return {
    nodeMs: nodeMs / times,
    databaseMs: databaseMs / times,
    walBytes: ((await walPosition()) - walBefore) / times,
    answerBytes: answerBytes / times,
  }
}

const line = (name: string, { nodeMs, databaseMs, walBytes, answerBytes }: Cost) =>
  console.log(
    `${name.padEnd(26)} ${nodeMs.toFixed(2).padStart(9)} ${databaseMs.toFixed(2).padStart(13)} ` +
      `${(walBytes / 1000).toFixed(1).padStart(9)} ${(answerBytes / 1000).toFixed(1).padStart(9)}`,
  )

interface Call {
  path: string
  body?: unknown
}

/** Returns the calls of each action of a recruiter, as in `recruiters.ts`; `n` counts them. */
async function actsOf(
  database: pg.Client,
  subjects: Subjects,
): Promise<Record<keyof typeof habits, (n: number) => Call[]>> {
  const { rows } = await database.query<{ id: string; position: string; columns: string[] }>(
    `select a.id, a.position_id as position, array(
       select s.id from statuses s where s.position_id = a.position_id and s.deleted_at is null
         and s.type not in ('hired', 'closed') order by s.id) as columns
     from applications a join positions p on p.id = a.position_id
     where a.deleted_at is null and a.closed_at is null and p.state = 'open' order by md5(a.id::text) limit 500`,
  )
  const pick = (n: number) => rows[n % rows.length]!
  const searched = ['okafor', 'garcia', 'smith', 'lee', 'driver', 'forklift', 'anna', 'schmidt']
  return {
    'open the list': () => [{ path: '/applications/?open=true' }],
    'turn a page': () => [{ path: '/applications/?open=true&sort=candidate' }],
    search: (n) => [{ path: `/applications/?q=${searched[n % searched.length]}` }],
    'open an application': (n) => [
      { path: `/applications/${pick(n).id}/` },
      { path: `/applications/${pick(n).id}/activity-logs/` },
    ],
    'open a board': () => [{ path: `/board/${subjects.positionId}/` }],
    move: (n) => {
      const { id, position, columns } = pick(n)
      const toStatusId = columns[n % columns.length]
      return [{ path: `/board/${position}/move/`, body: { applicationIds: [id], toStatusId } }]
    },
    comment: (n) => [
      {
        path: `/applications/${pick(n).id}/activity-logs/comment/`,
        body: { body: 'Called, will call back.' },
      },
    ],
    'look at the dashboard': () => [
      { path: '/dashboard/metrics/kpi/' },
      { path: '/dashboard/analytics/hiring-summary' },
    ],
  }
}

async function makeCall(url: string, token: string, { path, body }: Call): Promise<number> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return byteLength
}

/** Reports how many bytes an application takes in each table. */
async function reportStorage(database: pg.Client): Promise<void> {
  const { rows: all } = await database.query<{ bytes: number; applications: number }>(
    'select pg_database_size(current_database())::float8 as bytes, count(*)::int as applications from applications',
  )
  const { bytes, applications } = all[0]!
  console.log(
    `\n${(bytes / 1e6).toFixed(0)} MB for ${applications.toLocaleString('en')} applications: ` +
      `${(bytes / applications / 1000).toFixed(1)} kB each, of which`,
  )
  const { rows } = await database.query<{ name: string; bytes: number; indexes: number; rows: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes,
       reltuples::float8 as rows from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 8`,
  )
  for (const { name, bytes: whole, indexes, rows: count } of rows)
    console.log(
      `  ${name.padEnd(20)} ${(whole / applications / 1000).toFixed(2).padStart(6)} kB, indexes ` +
        `${(indexes / applications / 1000).toFixed(2)} kB; ${(count / applications).toFixed(2)} rows`,
    )
}

const size = Number(options.size)
const times = Number(options.times)
const databases = await prepareDatabases([size])
const scratch = await scratchDatabases(databases.admin, databases.owner)
const admin = new pg.Client({ connectionString: databases.admin })
const folder = await mkdtemp(join(tmpdir(), 'muster-costs-'))
const nodes: RunningNode[] = []
await admin.connect()
try {
  const url = await scratch.create(
    'muster_costs',
    new URL(databases.connectionStrings.get(size)!).pathname.slice(1),
  )
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  await reportStorage(database)
  const env = { MUSTER_DATA_DIR: folder, MUSTER_PUBLIC_CALLS_PER_MINUTE: '100000' }
  const web = await startNode(Number(options.port), url, { ...env, MUSTER_PROCESS: 'web' })
  nodes.push(web)
  const tokens = await hireRecruiters(url, Number(options.streams))
  const acts = await actsOf(database, await findSubjects(url))
  await database.end()

  const sum: Cost = { nodeMs: 0, databaseMs: 0, walBytes: 0, answerBytes: 0 }
  console.log('\nOf the processor, of the write-ahead log and of the line, each')
  console.log(`${''.padEnd(26)} node, ms  PostgreSQL, ms  WAL, kB  answer, kB`)
  for (const [name, often] of Object.entries(habits)) {
    const act = acts[name as keyof typeof habits]
    let n = 0
    const play = async () => {
      let bytes = 0
      // `n` continues, so that no move repeats an earlier one.
      for (const until = n + times; n < until; n += 1)
        for (const one of act(n)) bytes += await makeCall(web.url, tokens[n % tokens.length]!, one)
      return bytes
    }
    // Warms up caches and the JIT.
    await play()
    const cost = await costOf({ admin, nodes }, times, play)
    line(name, cost)
    for (const each of Object.keys(sum) as (keyof Cost)[]) sum[each] += (cost[each] * often) / 100
  }
  line('an act of a recruiter', sum)
  const doNothing = () =>
    costOf({ admin, nodes }, idleSeconds, async () => {
      await setTimeout(idleSeconds * 1000)
      return 0
    })
  line('a second, nobody there', await doNothing())

  const lines = new AbortController()
  const opened = tokens.map((token) =>
    fetch(`${web.url}/api/v1/events/`, {
      headers: { authorization: `Bearer ${token}` },
      signal: lines.signal,
    }),
  )
  await Promise.all(opened)
  const resident = `${((await residentBytes(web.pid)) / 1e6).toFixed(0)} MB`
  console.log(`\n${tokens.length} people follow live events; the node takes ${resident} of memory`)
  line('a second, all following', await doNothing())
  const started = performance.now()
  const heard = await costOf({ admin, nodes }, times, async () => {
    for (let n = 0; n < times; n += 1) await makeCall(web.url, tokens[0]!, acts.comment(n)[0]!)
    return 0
  })
  line('a comment that all hear', heard)
  console.log(
    `${' '.repeat(27)}(${((performance.now() - started) / 1000 / times).toFixed(2)} seconds of following each are in it)`,
  )
  lines.abort()

  const worker = await startNode(Number(options.port) + 1, url, { ...env, MUSTER_PROCESS: 'worker' })
  nodes.push(worker)
  const client = importClient(web.url)
  await openPositions(client)
  const path = join(folder, 'people.csv')
  const rows = Number(options['import-rows'])
  await writeImportFile(path, { rows, duplicates: 10 })
  const imported = await costOf({ admin, nodes }, rows, async () => {
    await followImport(client, (await startImport(client, path)).id)
    return 0
  })
  line('an imported row', imported)
} finally {
  for (const node of nodes) await node.end('SIGTERM')
  await scratch.stop()
  await admin.end()
  await databases.stop()
  await rm(folder, { recursive: true })
}
