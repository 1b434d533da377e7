import { randomUUID } from 'node:crypto'
import { type Span, SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { ProxyTrust } from '../http/client-address.ts'
import { inScope, type Scope } from './scope.ts'
import type { Telemetry } from './telemetry.ts'
import { endSpan, readTraceparent, startSpan } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope | null
    /** Of the whole request; the endpoint's span is below it. */
    serverSpan: Span | null
  }
}

const usable = /^[\w.:-]{8,100}$/
/** The duration of an endless response says nothing about the server. */
const endless = new Set(['streamEvents'])

/** Fastify's log options, and the id of each request, which a trusted proxy may have set. */
export function logOptions(
  { log }: Telemetry,
  proxyTrust: ProxyTrust,
): Pick<FastifyServerOptions, 'loggerInstance' | 'childLoggerFactory' | 'genReqId' | 'requestIdHeader'> {
  return {
    loggerInstance: log,
    requestIdHeader: false,
    // The log adds the request itself, from the scope.
    childLoggerFactory: (logger) => logger,
    genReqId(request) {
      const given = request.headers['x-request-id']
      const isUsable = typeof given === 'string' && usable.test(given)
      return isUsable && proxyTrust.trustsPeer(request) ? given : randomUUID()
    },
  }
}

function nameOf(request: FastifyRequest): string {
  // Everything else is a file of the web app or not found: one name for all.
  return request.routeOptions.config.call ?? 'other'
}

function enter(telemetry: Telemetry, request: FastifyRequest): Scope {
  const scope = telemetry.scope(nameOf(request), request.id)
  const { tracing } = telemetry
  if (!tracing || scope.name === 'getHealth' || scope.name === 'getReadiness') return scope
  const { method, routeOptions } = request
  const span = startSpan(tracing, routeOptions.url ? `${method} ${routeOptions.url}` : method, {
    kind: SpanKind.SERVER,
    parent: readTraceparent(request.headers.traceparent),
    attributes: {
      'http.request.method': method,
      ...(routeOptions.url ? { 'http.route': routeOptions.url } : {}),
      'muster.request_id': request.id,
    },
  })
  request.serverSpan = span
  scope.span = span
  scope.traceId = span.spanContext().traceId
  return scope
}

function leave({ metrics, log, activity }: Telemetry, request: FastifyRequest, reply: FastifyReply): void {
  const { scope, serverSpan, actor } = request
  if (!scope) return
  activity.calls += 1
  const status = reply.raw.statusCode
  const ms = reply.elapsedTime
  const isEndless = endless.has(scope.name)
  if (!isEndless)
    metrics.calls.observe({ call: scope.name, status: `${Math.floor(status / 100)}xx` }, ms / 1000)
  metrics.statements.inc({ call: scope.name }, scope.statements)
  metrics.databaseSeconds.inc({ call: scope.name }, scope.databaseMs / 1000)
  if (serverSpan) {
    if (scope.span !== serverSpan) endSpan(scope.span)
    serverSpan.setAttribute('http.response.status_code', status)
    endSpan(serverSpan, status >= 500 ? status : undefined)
  }
  if (!log.isLevelEnabled('info')) return
  // Within the scope, which names the endpoint and the request.
  inScope(scope, () =>
    log.info(
      {
        method: request.method,
        status,
        ms: Math.round(ms * 10) / 10,
        databaseMs: Math.round(scope.databaseMs * 10) / 10,
        statements: scope.statements,
        ...(actor ? { workspaceId: actor.workspaceId, userId: actor.userId } : {}),
        ...(actor?.apiKeyId ? { apiKeyId: actor.apiKeyId } : {}),
      },
      isEndless ? 'stream ended' : 'answered',
    ),
  )
}

/** Gives each request its id, scope and span, and records it in log and metrics. */
export function watchCalls(app: FastifyInstance, telemetry: Telemetry): void {
  app.decorateRequest('scope', null)
  app.decorateRequest('serverSpan', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.scope = enter(telemetry, request)
    reply.header('x-request-id', request.id)
    inScope(request.scope, done)
  })
  // The bytes of a body arrive outside of the scope.
  app.addHook('preValidation', (request, _, done) => (request.scope ? inScope(request.scope, done) : done()))
  if (telemetry.tracing)
    app.addHook('preHandler', (request, _, done) => {
      const { scope, serverSpan } = request
      if (scope && serverSpan)
        scope.span = startSpan(telemetry.tracing!, scope.name, {
          kind: SpanKind.INTERNAL,
          parent: serverSpan,
        })
      done()
    })
  app.addHook('onResponse', (request, reply, done) => {
    leave(telemetry, request, reply)
    done()
  })
}

/** Records how many browsers follow the events of this node. */
export function countStreams({ metrics, activity }: Telemetry, open: number): void {
  metrics.openStreams.set(open)
  activity.streams = open
}
