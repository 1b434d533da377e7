import pg from 'pg'
import { TooManyWaiting } from './connection-queue.ts'
import { isStaleStatement } from './prepared-statements.ts'

const connectionFailures = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])

/** Tells whether a write was refused by a read-only server: after a failover, the connection leads to a standby. */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006'
}

/** Tells whether a retry may succeed: the database was away, restarting, too busy, or chose another transaction. */
export function isTransientFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const kind = error.code?.slice(0, 2)
    if (isStaleStatement(error) || isReadOnlyServer(error)) return true
    return kind === '40' || kind === '53' || kind === '57' || kind === '08' || error.code === '55P03'
  }
  if (error instanceof TooManyWaiting) return true
  const { code, message } = error as NodeJS.ErrnoException
  return (
    connectionFailures.has(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout/.test(
      message,
    )
  )
}
