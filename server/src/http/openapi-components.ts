import { type ErrorCode, errorCodes } from '@muster/contract/errors.ts'

const errorMeanings: Record<ErrorCode, string> = {
  BAD_REQUEST: 'The request could not be read',
  UNAUTHENTICATED: 'No access token or API key, or one that has expired or was revoked',
  SECOND_FACTOR_REQUIRED: 'The password is right. Send a code of the authenticator app too',
  PASSWORD_REQUIRED: 'Confirm your password first (`POST /users/me/confirm-password`), then repeat the call',
  PLAN_LIMIT: "The workspace's plan allows no more",
  FORBIDDEN: 'The role or the key lacks the permission',
  NOT_FOUND: 'No such row in this workspace',
  RESYNC_REQUIRED: 'A backup was restored: read the whole list again',
  CONFLICT: 'A stale version, a duplicate, or a state that does not allow it',
  PAYLOAD_TOO_LARGE: 'The request or file is too large',
  UNSUPPORTED_MEDIA_TYPE: 'Another content type is needed',
  VALIDATION: 'A field or parameter is invalid or unknown. `details` names it',
  FIELDS_REQUIRED:
    'Custom fields that this takes are empty. `details.missing` names them for each application',
  RATE_LIMITED: 'Too many requests. Wait the seconds of `Retry-After`',
  INTERNAL: 'A defect of the server',
  UNAVAILABLE: 'Busy or restarting. Wait the seconds of `Retry-After`',
}

const header = (description: string, type: string, example: unknown) => ({
  description,
  schema: { type },
  example,
})

const headers = {
  RetryAfter: header('The seconds to wait', 'integer', 30),
  RateLimit: header('The calls left, and the seconds until all are back', 'string', '"calls";r=599;t=42'),
  RateLimitPolicy: header('The calls allowed in a window of seconds', 'string', '"calls";q=600;w=60'),
}

/** The headers of each answer to a caller with a key or an access token. */
export const rateLimitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

const exampleDetails: Partial<Record<ErrorCode, unknown>> = {
  VALIDATION: { name: ['Required'] },
  FIELDS_REQUIRED: {
    missing: [
      {
        applicationId: '0199b1c2-7d5e-7c1a-9b1e-3f2a6c4d8e10',
        fields: [{ subject: 'candidate', key: 'license', label: 'License' }],
      },
    ],
  },
}

/** Describes the response of one status with its error codes. */
function errorResponse(codes: readonly ErrorCode[]) {
  const waits = codes.some((code) => code === 'RATE_LIMITED' || code === 'UNAVAILABLE')
  const isKnownCaller = !codes.includes('UNAUTHENTICATED')
  const examples = codes.map((code) => [
    code,
    {
      value: {
        code,
        message: errorMeanings[code],
        details: exampleDetails[code] ?? null,
      },
    },
  ])
  return {
    description: codes.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join('. '),
    headers: { ...(waits ? retryAfter : {}), ...(isKnownCaller ? rateLimitHeaders : {}) },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** Returns the responses of these error codes by status. */
export function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus = Object.groupBy(codes, (code) => errorCodes[code]) as Record<number, ErrorCode[]>
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, shared]) => [
      status,
      shared.length > 1 ? errorResponse(shared) : { $ref: `#/components/responses/${shared[0]}` },
    ]),
  )
}

/** Returns the shared responses that these paths refer to. */
export function usedResponses(paths: object) {
  const text = JSON.stringify(paths)
  const used = (Object.keys(errorCodes) as ErrorCode[]).filter((code) =>
    text.includes(`"#/components/responses/${code}"`),
  )
  return Object.fromEntries(used.map((code) => [code, errorResponse([code])]))
}

/** Components that the operations of the OpenAPI document refer to. */
export const components = {
  securitySchemes: {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'mk_…',
      description: 'An API key, made under *Settings → API keys* or by `createApiKey`',
    },
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The `access_token` of `login`, for 15 minutes',
    },
  },
  headers,
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
        code: {
          type: 'string',
          enum: Object.keys(errorCodes),
          description: 'For programs to check. `message` may change, `code` does not.',
        },
        message: { type: 'string', description: 'For a person to read' },
        details: {
          type: ['object', 'null'],
          description:
            'With VALIDATION: path of the field → messages. With FIELDS_REQUIRED: `missing`, the empty fields of each application.',
        },
      },
    },
  },
}
