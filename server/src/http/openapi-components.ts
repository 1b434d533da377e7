import { type ErrorCode, errorCodes } from '@muster/contract/errors.ts'

const errorMeanings: Record<ErrorCode, string> = {
  BAD_REQUEST: 'The request could not be read',
  UNAUTHENTICATED: 'No access token, or one that is no longer good',
  SECOND_FACTOR_REQUIRED: 'The password is right; a code of the authenticator app is needed too',
  PASSWORD_REQUIRED: 'Confirm your password first (`POST /users/me/confirm-password`), then repeat the call',
  PLAN_LIMIT: "The workspace's plan allows no more",
  FORBIDDEN: 'Not allowed to this role',
  NOT_FOUND: 'No such thing in this workspace',
  CONFLICT: 'A stale version, a duplicate, or a state that does not allow it',
  PAYLOAD_TOO_LARGE: 'The request or file is too large',
  UNSUPPORTED_MEDIA_TYPE: 'Another content type is needed',
  VALIDATION: 'Some fields cannot be as sent',
  RATE_LIMITED: 'Too many requests; come back after the seconds of Retry-After',
  INTERNAL: 'A defect of the server',
  UNAVAILABLE: 'Busy or restarting; come back after the seconds of Retry-After',
}

const retryAfter = { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' } } }

function errorResponse(code: ErrorCode) {
  const waits = code === 'RATE_LIMITED' || code === 'UNAVAILABLE'
  return {
    description: `${code}: ${errorMeanings[code]}`,
    ...(waits ? { headers: retryAfter } : {}),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: {
          code,
          message: errorMeanings[code],
          details: code === 'VALIDATION' ? { name: ['Required'] } : null,
        },
      },
    },
  }
}

/** What operations of the OpenAPI document refer to. */
export const components = {
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'A repeat with the same key does nothing again and gets the first answer',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    },
  },
  schemas: {
    Error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorCodes) },
        message: { type: 'string', description: 'For a person to read' },
        details: { type: ['object', 'null'], description: 'With VALIDATION: path of the field → messages' },
      },
    },
  },
  responses: Object.fromEntries(
    (Object.keys(errorCodes) as ErrorCode[]).map((code) => [code, errorResponse(code)]),
  ),
}
