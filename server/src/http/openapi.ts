import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { type ErrorCode, errorCodes } from '@muster/contract/errors.ts'
import { type WebhookEvent, webhookEvents, webhookMessage } from '@muster/contract/outgoing-webhooks.ts'
import { permissions } from '@muster/contract/permissions.ts'
import { tags } from '@muster/contract/tags.ts'
import type { z } from 'zod'
import { version } from '../version.ts'
import { isLimited } from './limit-calls.ts'
import { components, errorResponses, rateLimitHeaders, usedResponses } from './openapi-components.ts'
import { exampleAnswerOf, exampleOf } from './openapi-examples.ts'
import { describeParameter } from './openapi-fields.ts'
import { describeFields, inlineSchema, namedSchemas, schemaOf } from './openapi-schemas.ts'
import { apiPrefix } from './route.ts'

type Json = Record<string, unknown>

function parameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  example: Record<string, unknown> = {},
): Json[] {
  if (!schema) return []
  const sent = inlineSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const read = inlineSchema(schema, 'output') as { properties?: Record<string, Json> }
  return Object.entries(sent.properties ?? {}).map(([name, asSent]) => {
    const asRead = read.properties?.[name] ?? asSent
    const isList = asRead.type === 'array'
    const { description, ...plain } = isList ? { ...asRead, description: asSent.description } : asSent
    const text = [description ?? describeParameter(name), isList && 'May be repeated.']
      .filter(Boolean)
      .join(' ')
    return {
      name,
      in: place,
      required: place === 'path' || (sent.required?.includes(name) ?? false),
      description: text,
      ...(isList ? { style: 'form', explode: true } : {}),
      schema: plain,
      ...(name in example ? { example: example[name] } : {}),
    }
  })
}

const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' }

function requestBody(endpoint: AnyEndpoint): Json | undefined {
  if (endpoint.file) {
    const { field, maxBytes } = endpoint.file
    const description = `One file of at most ${maxBytes} bytes`
    const properties = { [field]: { type: 'string', contentMediaType: 'application/octet-stream' } }
    const schema = { type: 'object', required: [field], properties }
    return { required: true, description, content: { 'multipart/form-data': { schema } } }
  }
  if (!endpoint.body) return undefined
  const required = !endpoint.body.safeParse(undefined).success
  const body = exampleOf(endpoint)?.body
  const example = body ? { example: body } : {}
  return { required, content: { 'application/json': { schema: schemaOf(endpoint.body), ...example } } }
}

function isFollowed({ query }: AnyEndpoint): boolean {
  return 'updatedSince' in ((query as { shape?: object } | undefined)?.shape ?? {})
}

/** Returns the error codes of a call: its own, and those that its parts imply. */
function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const takesBody = Boolean(endpoint.body || endpoint.file)
  const writes = endpoint.method !== 'GET'
  const codes: [ErrorCode, boolean][] = [
    ['BAD_REQUEST', true],
    ['UNAUTHENTICATED', endpoint.permission !== 'public'],
    ['FORBIDDEN', endpoint.permission !== 'public' && endpoint.permission !== 'signed-in'],
    ['NOT_FOUND', Boolean(endpoint.params)],
    ['RESYNC_REQUIRED', isFollowed(endpoint)],
    ['PAYLOAD_TOO_LARGE', takesBody],
    ['UNSUPPORTED_MEDIA_TYPE', takesBody],
    ['VALIDATION', takesBody || writes || Boolean(endpoint.query)],
    ['RATE_LIMITED', isLimited(endpoint) || endpoint.permission !== 'public'],
    ['UNAVAILABLE', true],
  ]
  const common = codes.filter(([, applies]) => applies).map(([code]) => code)
  return [...new Set([...common, ...(endpoint.errors ?? [])])].sort((a, b) => errorCodes[a] - errorCodes[b])
}

function responses(endpoint: AnyEndpoint): Json {
  const answer = exampleAnswerOf(endpoint)
  const status = endpoint.status ?? (endpoint.response || endpoint.streams ? 200 : 204)
  const success = endpoint.streams
    ? { description: 'A stream', content: { [endpoint.streams]: { schema: { type: 'string' } } } }
    : endpoint.response
      ? {
          description: endpoint.summary,
          content: {
            'application/json': {
              schema: schemaOf(endpoint.response),
              ...(answer === undefined ? {} : { example: answer }),
            },
          },
        }
      : { description: 'Done; no body' }
  const withHeaders = endpoint.permission === 'public' ? success : { ...success, headers: rateLimitHeaders }
  return { [status]: withHeaders, ...errorResponses(errorsOf(endpoint)) }
}

function access(endpoint: AnyEndpoint): string {
  if (endpoint.permission === 'public') return 'Public.'
  if (endpoint.permission === 'signed-in') return 'Requires sign-in.'
  return `Requires the permission \`${endpoint.permission}\`: ${permissions[endpoint.permission]}.`
}

function operation(endpoint: AnyEndpoint): Json {
  const body = requestBody(endpoint)
  const example = exampleOf(endpoint)
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, access(endpoint)].filter(Boolean).join('\n\n'),
    parameters: [
      ...parameters(endpoint.params, 'path', example?.params),
      ...parameters(endpoint.query, 'query', example?.query),
      ...(endpoint.method !== 'GET' && endpoint.permission !== 'public' ? [idempotencyKey] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: responses(endpoint),
    ...(endpoint.permission === 'public' ? { security: [] } : {}),
  }
}

function webhookSchema(event: WebhookEvent): Json {
  const schema = inlineSchema(webhookMessage(event), 'input')
  describeFields(schema, event)
  return schema
}

/** Describes each message that outgoing webhooks send. */
function webhooks(): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  const describe = ([event, summary]: [string, string]) => [
    event,
    {
      post: {
        operationId: `on ${event}`.replace(/[ .](\w)/g, (_, letter: string) => letter.toUpperCase()),
        tags: ['Outgoing webhooks'],
        summary,
        security: [],
        parameters: [
          header('webhook-id', 'The same for each attempt: ignore what was processed'),
          header('webhook-timestamp', 'The seconds at which the attempt was signed'),
          header('webhook-signature', 'As Standard Webhooks defines: `v1,` and the HMAC in base64'),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: webhookSchema(event as WebhookEvent) },
          },
        },
        responses: {
          '2XX': { description: 'Accepted' },
          '410': { description: 'Gone: the webhook is paused' },
          default: { description: 'Sent again later' },
        },
      },
    },
  ]
  return Object.fromEntries(Object.entries(webhookEvents).map(describe))
}

/** Builds the OpenAPI 3.1 document of the whole API from the contract. */
export function buildOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    // The server takes both forms; linters of OpenAPI refuse the slash.
    const address = endpoint.path.replace(/\/$/, '')
    paths[address] ??= {}
    const path = paths[address]
    const described = operation(endpoint)
    path[endpoint.method.toLowerCase()] = described
    if (endpoint.alsoPut) path.put = { ...described, operationId: `${endpoint.name}WithPut` }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      description:
        'An applicant tracking system for teams that hire in volume. Times are ISO 8601 in UTC and IDs are UUIDs. A trailing slash is accepted on every path. Guides for keys, paging, following changes, webhooks and errors are at `/api/v1/docs`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiPrefix }],
    security: [{ apiKey: [] }, { accessToken: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooks(),
    components: {
      ...components,
      responses: usedResponses(paths),
      schemas: { ...components.schemas, ...namedSchemas() },
    },
  }
}
