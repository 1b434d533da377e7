/** All error codes with their HTTP status. */
export const errorCodes = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  PLAN_LIMIT: 402,
  FORBIDDEN: 403,
  PASSWORD_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RESYNC_REQUIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION: 422,
  FIELDS_REQUIRED: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof errorCodes

/**
 * The body of every error. For VALIDATION, `details` maps a field's path to its messages. For FIELDS_REQUIRED, it is
 * `MissingFields`.
 */
export interface ErrorBody {
  code: ErrorCode
  message: string
  details: Record<string, unknown> | null
}
