import type { Readable } from 'node:stream'
import { createQueryId, PostgresQueryCompiler, type RootOperationNode } from 'kysely'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { connectionTimeoutMs } from './connect.ts'
import { connectionOptions } from './session-settings.ts'

/** The reader decides how long it takes; this only ends abandoned copies. */
const maxMs = 30 * 60_000

/** Compiling a plan takes longer than most copies. A list is joined and sorted whole, and few copies run at once. */
const options = `${connectionOptions} -c statement_timeout=${maxMs} -c jit=off -c work_mem=32MB -c datestyle=ISO`

/** Any Kysely query. */
export interface Copied {
  toOperationNode(): RootOperationNode
}

/**
 * Streams a query's rows in COPY's text format, at a fraction of the cost of rows as objects: constant memory, one
 * snapshot, times in UTC. The database waits while the reader does, and stops when the stream is destroyed. Each copy
 * has its own connection, so slow readers hold none of the pool.
 */
export type CopyOut = (rows: Copied) => Promise<Readable>

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number' || typeof value === 'bigint') return `(${value})`
  if (Array.isArray(value)) return value.length === 0 ? `'{}'` : `array[${value.map(literal).join(', ')}]`
  if (typeof value !== 'string') throw new TypeError(`a ${typeof value} has no literal`)
  // NUL would end the statement; as a parameter it would be refused too.
  if (value.includes('\0')) throw new AppError('BAD_REQUEST', t`A value cannot be stored in this form`)
  return pg.escapeLiteral(value)
}

/** Writes values into the statement, since COPY takes no parameters. */
class ValuesInPlace extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value))
  }
}

function statementOf(rows: Copied): string {
  return new ValuesInPlace().compileQuery(rows.toOperationNode(), createQueryId()).sql
}

/** Cancels the statement of a connection. The database would only notice a gone client when it has rows to send. */
async function cancel(connectionString: string, backend: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [backend])
  } catch {
    // A failure does not matter: nobody waits for it.
  } finally {
    await client.end()
  }
}

/** Returns a `CopyOut` for a database. */
export function createCopyOut(connectionString: string): CopyOut {
  return async (rows) => {
    const statement = statementOf(rows)
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectionTimeoutMs, options })
    // A dead connection fails its copy, whose error is handled there.
    client.on('error', () => {})
    try {
      await client.connect()
      const session = await client.query<{ backend: number }>('select pg_backend_pid() as backend')
      const copy = client.query(to(`copy (${statement}) to stdout`))
      let open = true
      const close = (underWay: boolean) => {
        if (!open) return
        open = false
        if (underWay) void cancel(connectionString, session.rows[0]!.backend)
        void client.end()
      }
      copy.once('end', () => close(false))
      copy.once('error', () => close(false))
      copy.once('close', () => close(true))
      return copy
    } catch (error) {
      await client.end()
      throw error
    }
  }
}
