import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { observeQuery } from '../telemetry/observe-query.ts'
import { watchPool } from '../telemetry/pools.ts'
import type { DB } from './schema.generated.ts'

/** The database, or the transaction one is in: a handler need not know which. */
export type Database = Kysely<DB> | Transaction<DB>

const { builtins, setTypeParser } = pg.types

// Columns are timestamptz(3): milliseconds, so an ISO string loses nothing and needs no Date on the way out.
setTypeParser(builtins.TIMESTAMPTZ, (text) => (text === 'infinity' ? text : new Date(text).toISOString()))
setTypeParser(builtins.INT8, Number)
setTypeParser(builtins.NUMERIC, Number)

/** How long a request may wait for a connection before it is told to come back (503). */
export const connectionTimeoutMs = 5_000

/**
 * What every connection starts with. Planning the nine tables of a list's rows in every order took 3 ms of its 4, so
 * beyond four tables the order they are written in holds.
 */
export const connectionOptions =
  '-c timezone=UTC -c join_collapse_limit=4 -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000'

/** Opens a pool of at most `poolSize` connections. */
export function connect(connectionString: string, poolSize: number): Kysely<DB> {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    options: connectionOptions,
  })
  // A connection that dies is replaced on next use; without a listener it would end the process, idle or, between
  // two queries of a transaction, in use.
  pool.on('error', () => {})
  watchPool(pool)
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: observeQuery })
}
