import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Services } from '../services.ts'

/** All nodes report the same about the database; concurrent scrapes share one snapshot. */
const cacheMs = 5_000
/** Queries must not pile up on a database in trouble. */
const statementTimeoutMs = 3_000

interface Snapshot {
  jobs: { queue: string; state: string; count: number; waiting_seconds: number }[]
  mails: { state: string; count: number }[]
  imports: { state: string; imports: number; rows: number }[]
  database: { bytes: number; connections: number; most: number; longest: number }
  replicas: { name: string; seconds: number; bytes: number }[]
  /** Announced and not yet passed on here: how many events, and for how long. */
  live: { events: number; seconds: number }
}

/** Waiting, running and failed jobs by queue; finished ones are counted by their node. */
const jobs = sql<Snapshot['jobs'][number]>`
  select name as queue, case when state in ('created', 'retry') then 'waiting' when state = 'active' then 'running'
      else state::text end as state,
    count(*)::int as count,
    coalesce(max(extract(epoch from now() - start_after)) filter (where state in ('created', 'retry') and start_after <= now()), 0)::float8
      as waiting_seconds
  from pgboss.job where state not in ('completed', 'cancelled') and name not like '\\_\\_%' group by 1, 2`

const mails = sql<Snapshot['mails'][number]>`
  select case when error is null then 'waiting' else 'failed' end as state, count(*)::int as count
  from mails where sent_at is null group by 1`

const imports = sql<Snapshot['imports'][number]>`
  select state, count(*)::int as imports, coalesce(sum(last_row), 0)::float8 as rows from imports group by 1`

const database = sql<Snapshot['database']>`
  select pg_database_size(current_database())::float8 as bytes,
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::int as most,
    (
      select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    ) as longest`

const replicas = sql<Snapshot['replicas'][number]>`
  select coalesce(application_name, '') as name, coalesce(extract(epoch from replay_lag), 0)::float8 as seconds,
    coalesce(pg_wal_lsn_diff(sent_lsn, replay_lsn), 0)::float8 as bytes
  from pg_stat_replication`

const behind = (lastId: number) => sql<Snapshot['live']>`
  select count(*)::int as events, coalesce(extract(epoch from now() - min(at)), 0)::float8 as seconds
  from (select at from live_events where id > ${lastId} order by id limit 10000) as missing`

async function loadSnapshot({ db, live }: Services): Promise<Snapshot> {
  const [jobRows, mailRows, importRows, databaseRows, replicaRows, liveRows] = await db
    .connection()
    .execute(async (one) => {
      // One query after another on one connection: a scrape never takes the whole pool.
      await sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, false)`.execute(one)
      try {
        return [
          (await jobs.execute(one)).rows,
          (await mails.execute(one)).rows,
          (await imports.execute(one)).rows,
          (await database.execute(one)).rows,
          (await replicas.execute(one)).rows,
          (await behind(live.lastId()).execute(one)).rows,
        ] as const
      } finally {
        await sql`reset statement_timeout`.execute(one)
      }
    })
  return {
    jobs: jobRows,
    mails: mailRows,
    imports: importRows,
    database: databaseRows[0]!,
    replicas: replicaRows,
    live: liveRows[0]!,
  }
}

/**
 * Adds metrics from the database to a node's. While the database is down, `muster_database_up` is 0 and they are left
 * out.
 */
export function registerDatabaseMetrics(services: Services): void {
  const { registry } = services.telemetry.metrics
  let looked: { at: number; found: Promise<Snapshot | null> } | null = null
  const latest = () => {
    if (!looked || performance.now() - looked.at > cacheMs)
      looked = { at: performance.now(), found: loadSnapshot(services).catch(() => null) }
    return looked.found
  }
  gauge(registry, latest, 'muster_database_up', 'Whether the database answers', [], (found) => [
    [{}, found ? 1 : 0],
  ])
  const add = (
    name: string,
    help: string,
    labels: string[],
    read: (found: Snapshot) => [Record<string, string>, number][],
  ) => gauge(registry, latest, name, help, labels, (found) => (found ? read(found) : []))

  add('muster_jobs', 'Jobs that wait, run or failed', ['queue', 'state'], ({ jobs }) =>
    jobs.map(({ queue, state, count }) => [{ queue, state }, count]),
  )
  add('muster_job_waiting_seconds', 'For how long the oldest job has been due', ['queue'], ({ jobs }) =>
    jobs
      .filter(({ state }) => state === 'waiting')
      .map(({ queue, waiting_seconds }) => [{ queue }, waiting_seconds]),
  )
  add('muster_mails', 'Letters not sent', ['state'], ({ mails }) =>
    mails.map(({ state, count }) => [{ state }, count]),
  )
  add('muster_imports', 'Imports by state', ['state'], ({ imports }) =>
    imports.map(({ state, imports }) => [{ state }, imports]),
  )
  add('muster_import_rows', 'Rows that imports have done', ['state'], ({ imports }) =>
    imports.map(({ state, rows }) => [{ state }, rows]),
  )
  add('muster_database_bytes', 'Size of the database', [], ({ database }) => [[{}, database.bytes]])
  add(
    'muster_database_connections',
    'Connections to the database, of all nodes',
    ['state'],
    ({ database }) => [
      [{ state: 'open' }, database.connections],
      [{ state: 'most' }, database.most],
    ],
  )
  add('muster_database_longest_transaction_seconds', 'Age of the oldest transaction', [], ({ database }) => [
    [{}, database.longest],
  ])
  add('muster_replica_lag_seconds', 'How far a replica is behind', ['replica'], ({ replicas }) =>
    replicas.map(({ name, seconds }) => [{ replica: name }, seconds]),
  )
  add('muster_replica_lag_bytes', 'How much a replica has yet to take in', ['replica'], ({ replicas }) =>
    replicas.map(({ name, bytes }) => [{ replica: name }, bytes]),
  )
  add('muster_live_behind_events', 'Live events this node has not handed out yet', [], ({ live }) => [
    [{}, live.events],
  ])
  add('muster_live_behind_seconds', 'For how long the oldest of them has been there', [], ({ live }) => [
    [{}, live.seconds],
  ])
}

function gauge(
  registry: Registry,
  latest: () => Promise<Snapshot | null>,
  name: string,
  help: string,
  labelNames: string[],
  read: (found: Snapshot | null) => [Record<string, string>, number][],
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const values = read(await latest())
      this.reset()
      for (const [labels, value] of values) this.set(labels, value)
    },
  })
}
