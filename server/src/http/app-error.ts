import type { ErrorCode } from '@muster/contract/errors.ts'
import { t } from '#texts'

/** A refusal a person can read; the error handler sends it as it is. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | null
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.details = options.details ?? null
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Also for rows of another workspace, which do not exist for the caller. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', t`${what} not found`)
}

/** A field that cannot be as sent. */
export function invalid(field: string, message: string): AppError {
  return new AppError('VALIDATION', message, { details: { [field]: [message] } })
}

export function conflict(message: string, details?: Record<string, unknown>): AppError {
  return new AppError('CONFLICT', message, details ? { details } : {})
}

export function forbidden(message = t`You may not do this`): AppError {
  return new AppError('FORBIDDEN', message)
}

/** Somebody changed the row since the caller read it. */
export function staleVersion(current: number): AppError {
  return conflict(t`Somebody changed this in the meantime. Look at the new values and try again.`, {
    version: current,
  })
}
