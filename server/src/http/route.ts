import { createHash } from 'node:crypto'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { keyPermissions, type Permission } from '@muster/contract/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { t } from '#texts'
import { type Asker, asAsker } from '../database/asker.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { installationRequires } from '../second-factor/installation-requires.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { noteKeyUse } from '../session/api-key.ts'
import { assertRight } from '../session/assert-right.ts'
import { authenticate } from '../session/authenticate.ts'
import { countCall } from '../session/count-call.ts'
import { AppError, forbidden, notFound } from './app-error.ts'
import { networkOf } from './client-address.ts'
import type { Caller, Route } from './handler.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { isLimited } from './limit-calls.ts'
import { explainUpload, readFile } from './read-file.ts'
import { validate } from './validate.ts'

export const apiPrefix = '/api/v1'

/** Reports of long calls carry every word that was said. */
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

/** What writes the answers of an endpoint as JSON, for every server of this process. */
const writers = new WeakMap<z.ZodType, (answer: object) => string>()

/**
 * Writes what the schema declares and nothing else, by a function that is compiled when the first call asks for it:
 * compiling those of all calls took half of a start.
 */
function writeAnswer(schema: z.ZodType, answer: unknown, reply: FastifyReply): string {
  let write = writers.get(schema)
  if (!write) {
    // OpenAPI 3.0's form: the draft-7 one sends nullable objects through `anyOf`, which is slow.
    const { ...shape } = z.toJSONSchema(schema, {
      target: 'openapi-3.0',
      io: 'input',
      unrepresentable: 'any',
    })
    write = reply.compileSerializationSchema(shape) as (answer: object) => string
    writers.set(schema, write)
  }
  reply.type('application/json; charset=utf-8')
  return write(answer as object)
}

/**
 * Who looks through somebody's eyes changes nothing and takes nothing away in their name.
 * @throws FORBIDDEN
 */
function assertOnlyLooks(endpoint: AnyEndpoint): void {
  if (endpoint.name === 'logout') return
  const takesAway = endpoint.streams === 'text/csv' || endpoint.streams === 'application/zip'
  if (endpoint.method !== 'GET' || takesAway)
    throw forbidden(t`You look at this as somebody else: nothing can be changed or exported`)
}

/**
 * Programs never call what is a person's own: sessions, passwords, settings, keys.
 * @throws FORBIDDEN
 */
function authoriseKey({ permission, forKeys }: AnyEndpoint, actor: Actor): void {
  if (permission === 'signed-in' && forKeys) return
  if (!keyPermissions.includes(permission as Permission))
    throw forbidden(t`An API key may not do this; only a person who is signed in may`)
  assertRight(actor, permission as Permission)
}

/**
 * Counts the call, and tells the caller how many more they may make, as in draft-ietf-httpapi-ratelimit-headers.
 * @throws RATE_LIMITED
 */
async function limitCaller(
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<void> {
  const { most, left, seconds, isFirst } = countCall(services, actor)
  reply.header('ratelimit-policy', `"calls";q=${most};w=60`)
  reply.header('ratelimit', `"calls";r=${left};t=${seconds}`)
  if (isFirst && actor.apiKeyId) await noteKeyUse(services.db, actor, request.clientAddress)
}

/**
 * Lets callers who still have a step of the sign-in to take call nothing but what they need for it.
 * @throws FORBIDDEN
 */
function assertSignInComplete({ before }: AnyEndpoint, actor: Actor, { config }: Services): void {
  if (actor.mustChoosePassword && !before?.includes('password'))
    throw forbidden(t`You did not choose your password yourself. Change it first.`)
  if (!actor.mustChoosePassword && actor.mustSetUpSecondFactor && !before?.includes('second-factor'))
    throw forbidden(
      installationRequires(config, actor.role)
        ? t`This installation requires a second factor. Set yours up first.`
        : t`Your workspace requires a second factor. Set yours up first.`,
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
  if (actor.impersonation) assertOnlyLooks(endpoint)
  if (actor.apiKeyId) return authoriseKey(endpoint, actor)
  assertSignInComplete(endpoint, actor, services)
  if (endpoint.permission !== 'signed-in') assertRight(actor, endpoint.permission)
}

function readParams(endpoint: AnyEndpoint, request: FastifyRequest): unknown {
  const result = endpoint.params?.safeParse(request.params)
  // An id that cannot be one names nothing.
  if (result && !result.success) throw notFound(t`This`)
  return result?.data
}

function readBody(endpoint: AnyEndpoint, request: FastifyRequest): unknown {
  if (!endpoint.body) return undefined
  // Parsed for the calls that take files; to the others a form looks like no body.
  if (request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE', t`Send JSON (application/json)`)
  return validate(endpoint.body, request.body)
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new AppError('BAD_REQUEST', t`Idempotency-Key must be 1 to 200 printable characters`)
  return key
}

/** By whom the database's connections are dealt out; asking whether the server is up must not wait. */
function askerOf(
  { endpoint, isReport = false }: Route,
  { actor, clientAddress }: FastifyRequest,
): Asker | null {
  if (actor) return { workspaceId: actor.workspaceId, userId: actor.userId, isHeavy: isReport }
  return endpoint.method === 'GET'
    ? null
    : { workspaceId: '', userId: networkOf(clientAddress), isHeavy: false }
}

/** Reads where reports do, and says how old at most that is. */
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
 * Mounts a call that other services make: its body is left as its bytes, whatever its type. Their addresses are few and
 * busy, so they are not counted; what is not signed is refused before anything is read.
 */
export async function mountRaw(app: FastifyInstance, route: Route, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    mount(scope, route, services)
  })
}

/** Mounts one call: authenticate, check the right, validate, open a transaction when it writes, run, answer. */
export function mount(app: FastifyInstance, route: Route, services: Services, prefix = apiPrefix): void {
  const { endpoint } = route
  const writes = endpoint.method !== 'GET' && route.transaction
  const { response } = endpoint

  async function work(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { actor } = request
    const caller: Caller = {
      requestId: request.id,
      ip: request.clientAddress,
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      bodyBytes: Number(request.headers['content-length']) || null,
    }
    let committed: (() => void)[] = []
    const input = {
      actor,
      caller,
      services,
      params: readParams(endpoint, request),
      query: endpoint.query ? validate(endpoint.query, request.query) : undefined,
      body: readBody(endpoint, request),
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
      // Whoever follows the events from here misses nothing that came after the answer was read.
      if (request.actor) reply.header('last-event-id', services.live.lastId())
    },
    handler: (request, reply) => {
      const asker = askerOf(route, request)
      return asker ? asAsker(asker, () => run(request, reply)) : run(request, reply)
    },
    exposeHeadRoute: !route.stream,
    // Answers that carry tokens beside what a client sent must not tell their length; the web app's files may.
    compress: false,
    ...(route.raw ? { bodyLimit: webhookLimitBytes } : {}),
    config: {
      call: endpoint.name,
      takesFile: endpoint.file !== undefined,
      ...(isLimited(endpoint) && !route.raw ? { rateLimit: {} } : {}),
    },
  })
}
