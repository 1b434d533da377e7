import type { ErrorCode } from '@muster/contract/errors.ts'
import { t } from '#texts'

/** An error for the user; the error handler sends it as it is. */
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

/** Also for rows of another workspace, whose existence stays hidden. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', t`${what} not found`)
}

export function unknownAddress(): AppError {
  return new AppError('NOT_FOUND', t`There is nothing at this address`)
}

/** One field is invalid. */
export function invalid(field: string, message: string): AppError {
  return new AppError('VALIDATION', message, { details: { [field]: [message] } })
}

export function conflict(message: string, details?: Record<string, unknown>): AppError {
  return new AppError('CONFLICT', message, details ? { details } : {})
}

export function forbidden(message = t`You do not have permission to do this`): AppError {
  return new AppError('FORBIDDEN', message)
}

/** Somebody changed the row since the client read it. */
export function staleVersion(current: number): AppError {
  return conflict(t`Someone else changed this in the meantime. Review the new values and try again.`, {
    version: current,
  })
}
