import { t } from '@lingui/core/macro'
import type { ErrorCode } from '@muster/contract/errors.ts'

/** The error of a failed request, whatever its cause. */
export class ApiError extends Error {
  override name = 'ApiError'
  code: ErrorCode | 'NETWORK_ERROR' | 'UNKNOWN_ERROR'
  details: Record<string, unknown> | null
  /** The HTTP status; 0 without a response. */
  status: number
  /** Seconds to wait before retrying, if the server sent them. */
  retryAfter: number | null

  constructor(
    code: ApiError['code'],
    message: string,
    more: { details?: Record<string, unknown> | null; status?: number; retryAfter?: number | null } = {},
  ) {
    super(message)
    this.code = code
    this.details = more.details ?? null
    this.status = more.status ?? 0
    this.retryAfter = more.retryAfter ?? null
  }
}

/**
 * Returns the first message of each field for VALIDATION errors, keyed by path as Mantine's `form.setErrors`
 * takes it.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'VALIDATION') return {}
  return Object.fromEntries(
    Object.entries(error.details ?? {}).map(([field, messages]) => [
      field,
      String(Array.isArray(messages) ? messages[0] : messages),
    ]),
  )
}

/** Returns a sentence to show for any thrown value. */
export function errorMessage(error: unknown): string {
  const isExplained = error instanceof ApiError && error.code !== 'UNKNOWN_ERROR'
  if (!isExplained) return t`Something went wrong. Try again.`
  return error.code === 'NETWORK_ERROR'
    ? t`The server cannot be reached. Check your connection, then try again.`
    : error.message
}
