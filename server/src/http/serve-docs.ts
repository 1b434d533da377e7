import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { buildOpenApi } from './openapi.ts'
import { apiPrefix } from './route.ts'
import { withoutTrustedTypes } from './security-headers.ts'

const docsPath = `${apiPrefix}/docs`

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
  await app.register(async (docs) => {
    docs.addHook('onSend', async (request, reply) => {
      const policy = reply.getHeader('content-security-policy')
      // Swagger UI sets HTML from strings. Its scripts, styles and descriptions are no pages and keep the app's policy.
      if (typeof policy === 'string' && request.routeOptions.url?.replace(/\/$/, '') === docsPath)
        reply.header('content-security-policy', withoutTrustedTypes(policy))
    })
    await docs.register(swaggerUi, {
      routePrefix: docsPath,
      theme: { title: 'Muster API' },
      uiConfig: { docExpansion: 'none', filter: true, layout: 'BaseLayout' },
      transformSpecification: () => description().document,
      transformSpecificationClone: false,
    })
  })
}
