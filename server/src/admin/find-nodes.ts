import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/**
 * Nodes send a heartbeat every five seconds. One without a heartbeat for this long is down or cannot reach the
 * database.
 */
const silentAfter = '20 seconds'

interface NodeRow {
  id: string
  version: string
  node_version: string
  process: 'all' | 'web' | 'worker'
  host: string
  pid: number
  started_at: string
  seen_at: string
  is_silent: boolean
  calls_per_second: number
  jobs_per_minute: number
  event_loop_ms: number
  cpu: number
  memory_bytes: number
  connections_busy: number
  connections_waiting: number
  open_streams: number
  live_behind: number
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** Returns the installation's nodes by start time, each with its last heartbeat. */
export async function findNodes(db: Database) {
  const { rows } = await sql<NodeRow>`
    select n.*, n.seen_at < now() - ${silentAfter}::interval as is_silent,
      (select count(*)::int from (
        select from live_events e where e.id > n.live_event_id and e.at < n.seen_at limit 1000
      ) as missing) as live_behind
    from nodes n order by n.started_at, n.id limit 200
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    nodeVersion: row.node_version,
    process: row.process,
    host: row.host,
    pid: row.pid,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    isSilent: row.is_silent,
    callsPerSecond: oneDecimal(row.calls_per_second),
    jobsPerMinute: oneDecimal(row.jobs_per_minute),
    eventLoopMs: oneDecimal(row.event_loop_ms),
    cpu: Math.round(row.cpu * 100) / 100,
    memoryBytes: Number(row.memory_bytes),
    connectionsBusy: row.connections_busy,
    connectionsWaiting: row.connections_waiting,
    openStreams: row.open_streams,
    liveBehind: row.live_behind,
  }))
}

/** Returns the database's replicas with their lag. Client names are included only where the role may see them. */
export async function findReplicas(db: Database) {
  const { rows } = await sql<{ name: string; state: string | null; seconds: number; bytes: number }>`
    select coalesce(nullif(application_name, ''), 'replica') as name, state,
      coalesce(extract(epoch from replay_lag), 0)::float8 as seconds,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8 as bytes
    from pg_stat_replication order by 1
  `.execute(db)
  return rows.map(({ name, state, seconds, bytes }) => ({
    name,
    state: state ?? 'unknown',
    lagSeconds: oneDecimal(seconds),
    lagBytes: Math.max(0, bytes),
  }))
}
