import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { observeQuery } from '../telemetry/observe-query.ts'
import { watchPool } from '../telemetry/pools.ts'
import { currentAsker } from './asker.ts'
import { createPlaces, TooManyWaiting } from './places.ts'
import { PooledClient } from './pooled-client.ts'
import type { DB } from './schema.generated.ts'
import { connectionOptions, statementTimeoutMs } from './session-settings.ts'

/** The database, or the transaction one is in: a handler need not know which. */
export type Database = Kysely<DB> | Transaction<DB>

const { builtins, setTypeParser } = pg.types

// Columns are timestamptz(3): milliseconds, so an ISO string loses nothing and needs no Date on the way out.
setTypeParser(builtins.TIMESTAMPTZ, (text) => (text === 'infinity' ? text : new Date(text).toISOString()))
setTypeParser(builtins.INT8, Number)
setTypeParser(builtins.NUMERIC, Number)

/** How long a request may wait for a connection before it is told to come back (503). */
export const connectionTimeoutMs = 5_000

/** For each connection so many may wait: who comes after them would only wait to be told to come back. */
const waitingForEach = 20

/** For work in the background, whose statements may take long. */
export const workAnswersWithinMs = 60 * 60_000

interface Options {
  /** How long the database may be silent before its connection is given up, however it was lost. */
  answersWithinMs?: number
  /** Through a pooler, which knows no options; see `keepSettingsWithRole`. */
  pooled?: boolean
}

/** The pool gives a client a new `release` each time it hands it out. */
function leaveWhenReleased(client: pg.PoolClient, leave: () => void): void {
  const release = client.release
  client.release = (error) => {
    release.call(client, error)
    leave()
  }
}

/** Opens a pool of at most `poolSize` connections, dealt out by turns among those who ask. */
export function connect(connectionString: string, poolSize: number, options: Options = {}): Kysely<DB> {
  const pool = new pg.Pool({
    Client: PooledClient,
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // The database ends a statement first, unless nothing it says arrives any more.
    query_timeout: options.answersWithinMs ?? statementTimeoutMs + 5_000,
    ...(options.pooled ? {} : { options: connectionOptions }),
  })
  // A connection that dies is replaced on next use; without a listener it would end the process, idle or, between
  // two queries of a transaction, in use.
  pool.on('error', () => {})
  watchPool(pool)
  pool.on('connect', (client) => client.on('error', () => {}))
  const places = createPlaces(poolSize)
  const mostWaiting = poolSize * waitingForEach
  const bounded = {
    async connect() {
      const asker = currentAsker()
      const leave = asker && (await places.take(asker))
      try {
        if (pool.waitingCount >= mostWaiting) throw new TooManyWaiting('too many wait for a connection')
        const client = await pool.connect()
        if (leave) leaveWhenReleased(client, leave)
        return client
      } catch (error) {
        leave?.()
        throw error
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: bounded }), log: observeQuery })
}
