import { type Kysely, sql } from 'kysely'
import { isPassingFailure } from './passing-failure.ts'
import { TooManyWaiting } from './places.ts'
import type { DB } from './schema.generated.ts'

/** Where reports read. */
export interface ReportsDatabase {
  /**
   * Reads from the replica while it is there and keeps up, else from the primary, also when the replica fails halfway.
   * `lagMs`: how old at most what is read may be; null from the primary.
   */
  read<Result>(work: (db: Kysely<DB>, lagMs: number | null) => Promise<Result>): Promise<Result>
  /** How far the replica is behind, at most; null when there is none, or it is away or too far behind. */
  lagMs(): number | null
  stop(): Promise<void>
}

const lookEveryMs = 1_000

/** How far the primary had written at a moment. */
interface Mark {
  at: number
  position: number
}

/** Reports read where everything else does. */
export function withoutReplica(primary: Kysely<DB>): ReportsDatabase {
  return {
    read: (work) => work(primary, null),
    lagMs: () => null,
    stop: async () => {},
  }
}

/**
 * Reports read from a replica that is at most `longestLagMs` behind. Its own word for that is of no use: cut off from the
 * primary it would say that it has everything it ever got. So the primary is asked each second how far it has
 * written: what the replica has come past tells how old it is.
 */
export function createReportsDatabase(
  primary: Kysely<DB>,
  replica: Kysely<DB>,
  longestLagMs: number,
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
    marks = marks.filter((mark) => mark.at >= at - 2 * longestLagMs)
    const has = replayed.rows[0]!.position
    // Not a replica, or not any more: promoted, it goes its own way.
    if (has === null) caughtUpAt = null
    else caughtUpAt = marks.findLast(({ position }) => position <= has)?.at ?? caughtUpAt
  }

  function lagMs(): number | null {
    if (caughtUpAt === null) return null
    const lag = Math.ceil(performance.now() - caughtUpAt)
    return lag <= longestLagMs ? lag : null
  }

  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch(() => {
        // Away: its last word grows old by itself.
      })
      .finally(() => {
        looking = false
      })
  }, lookEveryMs)
  timer.unref()

  return {
    lagMs,
    async read(work) {
      const lag = lagMs()
      if (lag === null) return work(primary, null)
      try {
        return await work(replica, lag)
      } catch (error) {
        if (!isPassingFailure(error) || error instanceof TooManyWaiting) throw error
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
