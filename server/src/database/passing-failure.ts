import pg from 'pg'
import { TooManyWaiting } from './places.ts'

const connectionFailures = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'])

/** Whether the database was away, restarting, too busy, or let another go first: the same again may well succeed. */
export function isPassingFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const kind = error.code?.slice(0, 2)
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
