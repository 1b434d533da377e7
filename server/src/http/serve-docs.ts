import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { buildOpenApi } from './openapi.ts'
import { apiPrefix } from './route.ts'

/** Serves the API's description as OpenAPI, and as a page to read and try it; both open to anyone. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const document = buildOpenApi()
  const text = JSON.stringify(document)
  app.get(`${apiPrefix}/openapi.json`, (_, reply) => reply.type('application/json; charset=utf-8').send(text))
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: `${apiPrefix}/docs`,
    theme: { title: 'Muster API' },
    uiConfig: { docExpansion: 'none', filter: true, layout: 'BaseLayout' },
  })
}
