import type { Readable } from 'node:stream'
import { createQueryId, PostgresQueryCompiler, type RootOperationNode } from 'kysely'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { t } from '#texts'
import { AppError } from '../http/app-error.ts'
import { connectionTimeoutMs } from './connect.ts'
import { connectionOptions } from './session-settings.ts'

/** Whoever takes the rows decides how long it lasts; this is only so that nothing stays for ever. */
const longestMs = 30 * 60_000

/**
 * Compiling a plan to machine code takes longer than most copies; what is joined and sorted is all of a list at once,
 * and only a few are at it.
 */
const options = `${connectionOptions} -c statement_timeout=${longestMs} -c jit=off -c work_mem=32MB -c datestyle=ISO`

/** A query of Kysely, whatever it selects. */
export interface Copied {
  toOperationNode(): RootOperationNode
}

/**
 * Rows of a query in COPY's text format, which costs a fraction of what rows as objects cost: at constant memory, as
 * they were at one moment, times in UTC. Read no further, the database waits; destroyed, it stops. Each has a connection of its own, so those of the requests are not held for as long as somebody reads.
 */
export type CopyOut = (rows: Copied) => Promise<Readable>

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number' || typeof value === 'bigint') return `(${value})`
  if (Array.isArray(value)) return value.length === 0 ? `'{}'` : `array[${value.map(literal).join(', ')}]`
  if (typeof value !== 'string') throw new TypeError(`a ${typeof value} has no literal`)
  // The statement would end there; as a parameter it would be refused too.
  if (value.includes('\0')) throw new AppError('BAD_REQUEST', t`A value cannot be stored as sent`)
  return pg.escapeLiteral(value)
}

/** COPY takes no parameters, so values stand in the statement. */
class ValuesInPlace extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value))
  }
}

function statementOf(rows: Copied): string {
  return new ValuesInPlace().compileQuery(rows.toOperationNode(), createQueryId()).sql
}

/** Has the database stop what a connection asked for. It would find that nobody listens only when it has rows to send. */
async function cancel(connectionString: string, backend: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [backend])
  } catch {
    // Nobody waits for it.
  } finally {
    await client.end()
  }
}

/** Opens copies on the database; see `CopyOut`. */
export function createCopyOut(connectionString: string): CopyOut {
  return async (rows) => {
    const statement = statementOf(rows)
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectionTimeoutMs, options })
    // A connection that dies fails the copy on it, which is heard there.
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
