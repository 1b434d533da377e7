import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { buildOpenApi } from './openapi.ts'
import { apiPrefix } from './route.ts'

let built: { document: Record<string, unknown>; text: string } | undefined

/** Built when somebody first asks for it, for every server of this process: a start does not wait for it. */
function description() {
  if (!built) {
    const document = buildOpenApi()
    built = { document, text: JSON.stringify(document) }
  }
  return built
}

/** Serves the API's description as OpenAPI, and as a page to read and try it; both open to anyone. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  app.get(`${apiPrefix}/openapi.json`, (_, reply) =>
    reply.type('application/json; charset=utf-8').send(description().text),
  )
  await app.register(swagger, { mode: 'static', specification: { document: {} as never } })
  await app.register(swaggerUi, {
    routePrefix: `${apiPrefix}/docs`,
    theme: { title: 'Muster API' },
    uiConfig: { docExpansion: 'none', filter: true, layout: 'BaseLayout' },
    transformSpecification: () => description().document,
    transformSpecificationClone: false,
  })
}
