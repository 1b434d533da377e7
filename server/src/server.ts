import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import staticFiles from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { inLanguage, preferredLanguage } from '#texts'
import { unknownAddress } from './app-error.ts'
import { allowBrowserCalls } from './browser-calls/page-policy.ts'
import { describeFields } from './custom-fields/describe-fields.ts'
import { getHealth } from './health/get-health.ts'
import { getReadiness } from './health/get-readiness.ts'
import { refuseAddress, refuseConnection, refuseOddHeaders } from './http/broken-request.ts'
import { createProxyTrust, findClientAddresses } from './http/client-address.ts'
import { closeInTime } from './http/close-in-time.ts'
import { handleError } from './http/error-handler.ts'
import { parseJsonBodies } from './http/json-body.ts'
import { limitCalls } from './http/limit-calls.ts'
import { recordDenials } from './http/record-denials.ts'
import { mount, mountRaw } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serveDocs } from './http/serve-docs.ts'
import { limitSlowBodies, timeoutOptions } from './http/slow-clients.ts'
import { endStreamsOnClose } from './live/open-streams.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'
import { authenticate, evictSessions } from './session/authenticate.ts'
import { mountMetrics } from './telemetry/serve-metrics.ts'
import { countStreams, logOptions, watchCalls } from './telemetry/watch-calls.ts'

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Returns whether the web app is shown at the address. */
function isPage({ method, url }: FastifyRequest): boolean {
  return method === 'GET' && !/^\/api(\/|$)|\.\w+$/.test(url.split('?')[0]!)
}

const bodyLimitBytes = 1024 * 1024

async function serveWebApp(app: FastifyInstance): Promise<void> {
  if (!existsSync(webFolder)) return
  await app.register(compress, { encodings: ['gzip'] })
  await app.register(staticFiles, {
    root: webFolder,
    wildcard: false,
    globIgnore: ['assets/**'],
    // The page itself must always be revalidated.
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  })
  // Hundreds of files with a hash in their names: registering a route for each took half of the startup time.
  await app.register(staticFiles, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}

/** Builds the HTTP server; it does not listen yet. */
export async function createServer(services: Services): Promise<FastifyInstance> {
  const { config } = services
  services.live.onAccessChanged(() => evictSessions(services.db))
  const proxyTrust = createProxyTrust(config.trustProxy)
  const timeouts = timeoutOptions(config.clientTimeouts)
  const app = Fastify({
    ...logOptions(services.telemetry, proxyTrust),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    ...timeouts,
    forceCloseConnections: 'idle',
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    http: { ...timeouts.http, requireHostHeader: false },
  })
  watchCalls(app, services.telemetry)
  findClientAddresses(app, proxyTrust)
  app.decorateRequest('actor', null)
  app.addHook('onRequest', (request, _, done) =>
    inLanguage(preferredLanguage(request.headers['accept-language']), done),
  )
  const denials = recordDenials(services)
  app.addHook('onClose', () => denials.stop())
  app.setErrorHandler(async (error, request, reply) => {
    await denials.note(error, request)
    handleError(error, request, reply)
    return reply
  })
  limitSlowBodies(app, config.clientTimeouts)
  parseJsonBodies(app)
  endStreamsOnClose(app, (open) => countStreams(services.telemetry, open))
  closeInTime(app)
  await app.register(multipart)
  await app.register(helmet, securityHeaders(config))
  allowBrowserCalls(app, services, isPage)
  refuseOddHeaders(app)
  await limitCalls(app, config.publicCallsPerMinute)
  app.addHook('onSend', async (_, reply) => {
    // A kept-alive connection would send its next request to a closed server.
    if (services.readiness.isLeaving) reply.header('connection', 'close')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  for (const route of routes)
    if (route.raw) await mountRaw(app, route, services)
    else mount(app, route, services)
  // The path that load balancers try first.
  mount(app, getHealth, services, '')
  mount(app, getReadiness, services, '')
  mountMetrics(app, services)
  await serveDocs(app, async (authorization) =>
    describeFields(services.db, await authenticate(authorization, services)),
  )
  await serveWebApp(app)
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request) && existsSync(webFolder)) return reply.sendFile('index.html')
    throw unknownAddress()
  })
  return app
}
