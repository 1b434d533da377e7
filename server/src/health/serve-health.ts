import Fastify, { type FastifyInstance } from 'fastify'
import { inLanguage, preferredLanguage, t } from '#texts'
import { AppError, unknownAddress } from '../app-error.ts'
import { refuseAddress, refuseConnection } from '../http/broken-request.ts'
import { handleError } from '../http/error-handler.ts'
import { mount } from '../http/route.ts'
import { bareHeaders } from '../http/security-headers.ts'
import type { Services } from '../services.ts'
import { getHealth } from './get-health.ts'
import { getReadiness } from './get-readiness.ts'

/** Creates the server of a node that only runs jobs: it answers health and readiness. */
export async function createHealthServer(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: 1024,
    requestTimeout: 10_000,
    forceCloseConnections: true,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
  })
  app.decorateRequest('actor', null)
  app.addHook('onRequest', (request, _, done) =>
    inLanguage(preferredLanguage(request.headers['accept-language']), done),
  )
  app.addHook('onSend', async (_, reply) => {
    reply.headers(bareHeaders)
  })
  app.setErrorHandler(handleError)
  for (const prefix of ['', undefined])
    for (const route of [getHealth, getReadiness]) mount(app, route, services, prefix)
  app.setNotFoundHandler(({ url }) => {
    if (url.startsWith('/api/'))
      throw new AppError('NOT_FOUND', t`This node runs background jobs only. It does not serve requests.`)
    throw unknownAddress()
  })
  return app
}
