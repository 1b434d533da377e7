import { createHash } from 'node:crypto'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { keyPermissions, type Permission } from '@muster/contract/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { t } from '#texts'
import { AppError, forbidden } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { type Requester, runAs } from '../database/requester.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { noteKeyUse } from '../session/api-key.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { authenticate } from '../session/authenticate.ts'
import { assertCallsLeft, countCall } from '../session/count-call.ts'
import { installationRequires } from '../session/installation-requires.ts'
import { networkOf } from './client-address.ts'
import { deviceCookie } from './device-cookie.ts'
import type { Caller, Route } from './handler.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { isLimited } from './limit-calls.ts'
import { explainUpload, readFile } from './read-file.ts'
import { validate } from './validate.ts'

export const apiPrefix = '/api/v1'

/** Reports of long calls carry the whole transcript. */
const webhookLimitBytes = 4 * 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyContextConfig {
    /** The endpoint's name. */
    call?: string
  }
}

/** Serializers by response schema, shared by every server of this process. */
const writers = new WeakMap<z.ZodType, (answer: object) => string>()

/**
 * Serializes what the schema declares and nothing else. The serializer is compiled on first use: compiling all of them
 * took half of the startup time.
 */
function writeAnswer(schema: z.ZodType, answer: unknown, reply: FastifyReply): Buffer {
  let write = writers.get(schema)
  if (!write) {
    // OpenAPI 3.0 schemas: draft 7 expresses nullable objects by `anyOf`, which serializes slowly.
    const { ...shape } = z.toJSONSchema(schema, {
      target: 'openapi-3.0',
      io: 'input',
      unrepresentable: 'any',
    })
    write = reply.compileSerializationSchema(shape) as (answer: object) => string
    writers.set(schema, write)
  }
  reply.type('application/json; charset=utf-8')
  // A socket writes bytes faster than the string of thousands of parts that a serializer makes.
  return Buffer.from(write(answer as object))
}

/**
 * Refuses calls that change or export anything during impersonation.
 * @throws FORBIDDEN
 */
function assertReadOnly(endpoint: AnyEndpoint): void {
  if (endpoint.name === 'logout') return
  const takesAway = endpoint.streams === 'text/csv' || endpoint.streams === 'application/zip'
  if (endpoint.method !== 'GET' || takesAway)
    throw forbidden(t`You are viewing as another user and cannot change or export anything`)
}

/**
 * Refuses API keys what belongs to a person: sessions, passwords, settings, keys.
 * @throws FORBIDDEN
 */
function authoriseKey({ permission, forKeys }: AnyEndpoint, actor: Actor): void {
  if (permission === 'signed-in' && forKeys) return
  if (!keyPermissions.includes(permission as Permission))
    throw forbidden(t`API keys cannot do this. Sign in as a user.`)
  assertPermission(actor, permission as Permission)
}

/**
 * Counts the call and reports the remaining ones in headers, as in draft-ietf-httpapi-ratelimit-headers.
 * @throws RATE_LIMITED
 */
async function limitCaller(
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<void> {
  const budget = countCall(services, actor)
  reply.header('ratelimit-policy', `"calls";q=${budget.most};w=60`)
  reply.header('ratelimit', `"calls";r=${Math.max(0, budget.left)};t=${budget.seconds}`)
  assertCallsLeft(budget, actor)
  if (budget.isFirst && actor.apiKeyId) await noteKeyUse(services.db, actor, request.clientAddress)
}

/**
 * Refuses everything but the pending sign-in steps to users who still have to take them.
 * @throws FORBIDDEN
 */
function assertSignInComplete({ before }: AnyEndpoint, actor: Actor, { config }: Services): void {
  if (actor.mustChoosePassword && !before?.includes('password'))
    throw forbidden(t`Your password was set by someone else. Change it first.`)
  if (!actor.mustChoosePassword && actor.mustSetUpSecondFactor && !before?.includes('second-factor'))
    throw forbidden(
      installationRequires(config, actor.role)
        ? t`This installation requires 2FA. Set it up first.`
        : t`Your workspace requires 2FA. Set it up first.`,
    )
}

async function authorise(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<void> {
  if (endpoint.permission === 'public') return
  const actor = await authenticate(request.headers.authorization, services)
  request.actor = actor
  await limitCaller(actor, request, reply, services)
  if (actor.impersonation) assertReadOnly(endpoint)
  if (actor.apiKeyId) return authoriseKey(endpoint, actor)
  assertSignInComplete(endpoint, actor, services)
  if (endpoint.permission !== 'signed-in') assertPermission(actor, endpoint.permission)
}

function readParams(endpoint: AnyEndpoint, request: FastifyRequest): unknown {
  const result = endpoint.params?.safeParse(request.params)
  if (!result || result.success) return result?.data
  // A malformed ID cannot exist.
  const [name] = result.error.issues[0]!.path as [string]
  const value = (request.params as Record<string, string>)[name]!.slice(0, 60)
  throw new AppError('NOT_FOUND', t`Nothing found: “${value}” is not a valid ${name}`)
}

function readBody({ endpoint, raw }: Route, request: FastifyRequest): unknown {
  if (raw || endpoint.file) return undefined
  // Forms are parsed for the endpoints that take files; for others they would look like no body.
  if (endpoint.body && request.isMultipart())
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', t`Send JSON (application/json)`)
  return validate(endpoint.body, request.body, 'body')
}

/** Services that report to us add parameters of their own. */
function readQuery({ endpoint, raw }: Route, request: FastifyRequest): unknown {
  return raw ? undefined : validate(endpoint.query, request.query, 'query')
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError('BAD_REQUEST', t`Idempotency-Key must be 1 to 200 printable characters`)
  return key
}

/** Returns the requester for the connection queue; null for health checks, which must not wait. */
function requesterOf(
  { endpoint, isReport = false }: Route,
  { actor, clientAddress }: FastifyRequest,
): Requester | null {
  if (actor) return { workspaceId: actor.workspaceId, userId: actor.userId, isHeavy: isReport }
  return endpoint.method === 'GET'
    ? null
    : { workspaceId: '', userId: networkOf(clientAddress), isHeavy: false }
}

/** Reads from the reports database and reports its maximal lag. */
function readReport<Answer>(
  { reports }: Services,
  reply: FastifyReply,
  work: (tx: Database) => Promise<Answer>,
): Promise<Answer> {
  return reports.read((db, lagMs) => {
    if (lagMs === null) reply.removeHeader('x-lag-seconds')
    else reply.header('x-lag-seconds', (lagMs / 1000).toFixed(1))
    return work(db)
  })
}

/**
 * Mounts a call that other services make: its body stays raw bytes, whatever its type. The services have few and busy
 * addresses, so they are not rate-limited; unsigned requests are refused before anything is read.
 */
export async function mountRaw(app: FastifyInstance, route: Route, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    mount(scope, route, services)
  })
}

/**
 * Mounts one call: authenticates, checks the permission, validates, opens a transaction if it writes, runs and answers.
 */
export function mount(app: FastifyInstance, route: Route, services: Services, prefix = apiPrefix): void {
  const { endpoint } = route
  const writes = endpoint.method !== 'GET' && route.transaction
  const { response } = endpoint
  const device = deviceCookie(services.config.publicUrl)

  async function work(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { actor } = request
    const caller: Caller = {
      requestId: request.id,
      ip: request.clientAddress,
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      bodyBytes: Number(request.headers['content-length']) || null,
      // Parsed only by the few calls that sign in.
      get deviceToken() {
        return device.read(request)
      },
      setDeviceToken: (token) => device.write(reply, token),
    }
    let committed: (() => void)[] = []
    const input = {
      actor,
      caller,
      services,
      params: readParams(endpoint, request),
      query: readQuery(route, request),
      body: readBody(route, request),
      file: await readFile(endpoint, request),
      afterCommit: (work: () => void) => {
        committed.push(work)
      },
    }
    const read = (work: (tx: Database) => Promise<unknown>) =>
      route.isReport ? readReport(services, reply, work) : work(services.db)
    const { stream } = route
    if (stream) return read((tx) => stream({ ...input, tx }, request, reply))
    const key = readIdempotencyKey(request)
    await route.before?.({ ...input, tx: services.db })
    const answer = writes
      ? await writeTransaction(services.db, (tx) => {
          committed = []
          const work = () => route.run({ ...input, tx })
          if (!key || !actor) return work()
          const hash = createHash('sha256')
            .update(JSON.stringify([request.url, input.body ?? null]))
            .digest('hex')
          const { name, showsSecret } = endpoint
          return withIdempotencyKey(tx, actor, { key, endpoint: name, hash, showsSecret }, work)
        })
      : await read((tx) => route.run({ ...input, tx }))
    for (const work of committed) work()
    if (services.config.checkResponses && endpoint.response) endpoint.response.parse(answer)
    reply.code(endpoint.status ?? (endpoint.response ? 200 : 204))
    return answer
  }

  async function run(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const answer = await work(request, reply).catch((error: unknown) => {
      throw explainUpload(request, error)
    })
    return response ? writeAnswer(response, answer, reply) : answer
  }

  app.route({
    method: endpoint.alsoPut ? [endpoint.method, 'PUT'] : endpoint.method,
    url: prefix + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request, reply) => {
      await authorise(endpoint, request, reply, services)
      // A client that follows events from this ID misses nothing that happens after the response was read.
      if (request.actor) reply.header('last-event-id', services.live.lastId())
    },
    handler: (request, reply) => {
      const requester = requesterOf(route, request)
      return requester ? runAs(requester, () => run(request, reply)) : run(request, reply)
    },
    exposeHeadRoute: !route.stream,
    // The compressed length of responses with tokens next to client input would leak them (BREACH). The web app's files
    // may be compressed.
    compress: false,
    ...(route.raw ? { bodyLimit: webhookLimitBytes } : {}),
    config: {
      call: endpoint.name,
      takesFile: endpoint.file !== undefined,
      isStream: route.stream !== undefined,
      ...(isLimited(endpoint) && !route.raw ? { rateLimit: {} } : {}),
    },
  })
}
