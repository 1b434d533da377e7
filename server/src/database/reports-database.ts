import { type Kysely, sql } from 'kysely'
import { TooManyWaiting } from './connection-queue.ts'
import type { DB } from './schema.generated.ts'
import { isTransientFailure } from './transient-failure.ts'

/** The database that reports read from. */
export interface ReportsDatabase {
  /**
   * Reads from the replica while it is up and current, else from the primary, also when the replica fails halfway.
   * `lagMs` is the maximal lag, null on the primary.
   */
  read<Result>(work: (db: Kysely<DB>, lagMs: number | null) => Promise<Result>): Promise<Result>
  /** Returns the replica's maximal lag; null without a usable replica. */
  lagMs(): number | null
  stop(): Promise<void>
}

const checkEveryMs = 1_000

/** A WAL position of the primary and its time. */
interface Mark {
  at: number
  position: number
}

/** Reads reports from the primary. */
export function withoutReplica(primary: Kysely<DB>): ReportsDatabase {
  return {
    read: (work) => work(primary, null),
    lagMs: () => null,
    stop: async () => {},
  }
}

/**
 * Reads reports from a replica that lags at most `maxLagMs`. The replica's own lag is useless: cut off from the
 * primary, it reports that it has everything it ever received. So the primary's WAL position is read each second: the
 * newest one that the replica has passed gives its lag.
 */
export function createReportsDatabase(
  primary: Kysely<DB>,
  replica: Kysely<DB>,
  maxLagMs: number,
): ReportsDatabase {
  let marks: Mark[] = []
  let caughtUpAt: number | null = null

  async function look(): Promise<void> {
    const at = performance.now()
    const [written, replayed] = await Promise.all([
      sql<{ position: number }>`
        select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as position
      `.execute(primary),
      sql<{ position: number | null }>`
        select case when pg_is_in_recovery()
          then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as position
      `.execute(replica),
    ])
    marks.push({ at, position: written.rows[0]!.position })
    marks = marks.filter((mark) => mark.at >= at - 2 * maxLagMs)
    const has = replayed.rows[0]!.position
    // Not a replica, or promoted: it has diverged.
    if (has === null) caughtUpAt = null
    else caughtUpAt = marks.findLast(({ position }) => position <= has)?.at ?? caughtUpAt
  }

  function lagMs(): number | null {
    if (caughtUpAt === null) return null
    const lag = Math.ceil(performance.now() - caughtUpAt)
    return lag <= maxLagMs ? lag : null
  }

  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    look()
      .catch(() => {
        // The replica is down; its last position ages by itself.
      })
      .finally(() => {
        isChecking = false
      })
  }, checkEveryMs)
  timer.unref()

  return {
    lagMs,
    async read(work) {
      const lag = lagMs()
      if (lag === null) return work(primary, null)
      try {
        return await work(replica, lag)
      } catch (error) {
        if (!isTransientFailure(error) || error instanceof TooManyWaiting) throw error
        caughtUpAt = null
        return work(primary, null)
      }
    },
    async stop() {
      clearInterval(timer)
      await replica.destroy()
    },
  }
}
