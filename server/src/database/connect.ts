import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { observeQuery } from '../telemetry/observe-query.ts'
import { watchPool } from '../telemetry/pools.ts'
import { createConnectionQueue, TooManyWaiting } from './connection-queue.ts'
import { PooledClient, type PooledClientConfig } from './pooled-client.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { readTimestamp } from './read-timestamp.ts'
import { currentRequester } from './requester.ts'
import type { DB } from './schema.generated.ts'
import { connectionOptions, statementTimeoutMs } from './session-settings.ts'

/** The database or the current transaction: a handler need not know which. */
export type Database = Kysely<DB> | Transaction<DB>

const { builtins, setTypeParser } = pg.types

setTypeParser(builtins.TIMESTAMPTZ, readTimestamp)
setTypeParser(builtins.INT8, Number)
setTypeParser(builtins.NUMERIC, Number)

/** How long a request waits for a connection before it is refused with 503. */
export const connectionTimeoutMs = 5_000

/** More waiting requests than this per connection would time out anyway, so they are refused at once. */
const maxWaitingPerConnection = 20

/** For background work, whose statements may take long. */
export const workAnswersWithinMs = 60 * 60_000

interface Options {
  /** How long the database may be silent before its connection is dropped. */
  answersWithinMs?: number
  /** The connection goes through a pooler, which accepts no options; see `storeSettingsWithRole`. */
  pooled?: boolean
  /** Prepares statements that run often; the default. */
  prepares?: boolean
}

/** Also releases the queue's slot when the client is released. The pool gives a client a new `release` each time. */
function alsoRelease(client: pg.PoolClient, releaseSlot: () => void): void {
  const release = client.release
  client.release = (error) => {
    release.call(client, error)
    releaseSlot()
  }
}

/** Opens a pool of at most `poolSize` connections, shared fairly among requesters. */
export function connect(connectionString: string, poolSize: number, options: Options = {}): Kysely<DB> {
  const pool = new pg.Pool({
    Client: PooledClient,
    connectionString,
    statements: new PreparedStatements(options.prepares ?? true),
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // The database's own timeout ends a statement first, unless the connection is dead.
    query_timeout: options.answersWithinMs ?? statementTimeoutMs + 5_000,
    ...(options.pooled ? {} : { options: connectionOptions }),
  } satisfies pg.PoolConfig & PooledClientConfig as pg.PoolConfig)
  // The pool replaces a dead connection on next use. Without a listener its error would end the process, whether the
  // connection is idle or in use between two queries of a transaction.
  pool.on('error', () => {})
  watchPool(pool)
  pool.on('connect', (client) => client.on('error', () => {}))
  const queue = createConnectionQueue(poolSize)
  const maxWaiting = poolSize * maxWaitingPerConnection
  const bounded = {
    async connect() {
      const requester = currentRequester()
      const release = requester && (await queue.acquire(requester))
      try {
        if (pool.waitingCount >= maxWaiting) throw new TooManyWaiting('too many wait for a connection')
        const client = await pool.connect()
        if (release) alsoRelease(client, release)
        return client
      } catch (error) {
        release?.()
        throw error
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: bounded }), log: observeQuery })
}
