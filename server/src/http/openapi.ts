import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { type ErrorCode, errorCodes } from '@muster/contract/errors.ts'
import { permissions } from '@muster/contract/permissions.ts'
import { z } from 'zod'
import { version } from '../version.ts'
import { isLimited } from './limit-calls.ts'
import { components } from './openapi-components.ts'
import { readDescriptions } from './read-descriptions.ts'
import { apiPrefix } from './route.ts'

type Json = Record<string, unknown>

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The format says it; the pattern behind it is a page long.
      if (jsonSchema.format) delete jsonSchema.pattern
      // The range of a double says nothing about the field.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const sent = toSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const read = toSchema(schema, 'output') as { properties?: Record<string, Json> }
  return Object.entries(sent.properties ?? {}).map(([name, asSent]) => {
    const asRead = read.properties?.[name] ?? asSent
    const isList = asRead.type === 'array'
    return {
      name,
      in: place,
      required: place === 'path' || (sent.required?.includes(name) ?? false),
      ...(isList ? { description: 'May be repeated', style: 'form', explode: true } : {}),
      schema: isList ? asRead : asSent,
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
  return { required, content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } } }
}

/** The codes a call can answer: its own, and those its parts bring along. */
function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const takesBody = Boolean(endpoint.body || endpoint.file)
  const writes = endpoint.method !== 'GET'
  const codes: [ErrorCode, boolean][] = [
    ['BAD_REQUEST', writes],
    ['UNAUTHENTICATED', endpoint.permission !== 'public'],
    ['FORBIDDEN', endpoint.permission !== 'public' && endpoint.permission !== 'signed-in'],
    ['NOT_FOUND', Boolean(endpoint.params)],
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
  const status = endpoint.status ?? (endpoint.response || endpoint.streams ? 200 : 204)
  const success = endpoint.streams
    ? { description: 'A stream', content: { [endpoint.streams]: { schema: { type: 'string' } } } }
    : endpoint.response
      ? {
          description: endpoint.summary,
          content: { 'application/json': { schema: toSchema(endpoint.response, 'input') } },
        }
      : { description: 'Done; no body' }
  const errors = errorsOf(endpoint).map((code) => [
    String(errorCodes[code]),
    { $ref: `#/components/responses/${code}` },
  ])
  return { [status]: success, ...Object.fromEntries(errors) }
}

function access(endpoint: AnyEndpoint): string {
  if (endpoint.permission === 'public') return 'Anyone may call this.'
  if (endpoint.permission === 'signed-in') return 'Anyone signed in may call this.'
  return `Needs the right \`${endpoint.permission}\`: ${permissions[endpoint.permission]}.`
}

function operation(endpoint: AnyEndpoint, description: string | undefined): Json {
  const body = requestBody(endpoint)
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [description, access(endpoint)].filter(Boolean).join('\n\n'),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.method !== 'GET' && endpoint.permission !== 'public' ? [idempotencyKey] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: responses(endpoint),
    ...(endpoint.permission === 'public' ? { security: [] } : {}),
  }
}

/** The whole API as an OpenAPI 3.1 document, read from the contract. */
export function buildOpenApi(): Json {
  const descriptions = readDescriptions()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {}
    const path = paths[endpoint.path]!
    const described = operation(endpoint, descriptions.get(endpoint.name))
    path[endpoint.method.toLowerCase()] = described
    if (endpoint.alsoPut) path.put = { ...described, operationId: `${endpoint.name}WithPut` }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      description:
        'The working desk of teams that hire in volume. Times are ISO 8601 in UTC, ids are UUIDs, and the trailing slash of an address may be left out.',
    },
    servers: [{ url: apiPrefix }],
    security: [{ bearer: [] }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components,
  }
}
