import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { createDocsPages, type Described, type Guide } from './docs-html.ts'
import { buildOpenApi } from './openapi.ts'
import { describeWorkspace, type WorkspaceFields } from './openapi-of-workspace.ts'
import { apiPrefix } from './route.ts'

const docsPath = `${apiPrefix}/docs`
const docsFolder = new URL('../../../docs/', import.meta.url)

/** The files of `docs/` that are pages. The first one is the start page. */
const guideFiles = ['api', 'outgoing-webhooks', 'voice-webhooks', 'changes']

let built: { document: Described; text: string } | undefined

/** Builds the document on first use, once for every server of this process, so that startup does not wait for it. */
function description() {
  if (!built) {
    const document = buildOpenApi()
    built = { document: document as unknown as Described, text: JSON.stringify(document) }
  }
  return built
}

function readGuides(): Promise<Guide[]> {
  return Promise.all(
    guideFiles.map(async (slug) => {
      const markdown = await readFile(new URL(`${slug}.md`, docsFolder), 'utf8')
      return { slug, markdown, title: /^# (.+)$/m.exec(markdown)![1]! }
    }),
  )
}

/**
 * Serves the API's description as OpenAPI, and as pages without scripts. All are public. With an Authorization header,
 * OpenAPI describes the custom fields that `fieldsOf` returns for it.
 */
export async function serveDocs(
  app: FastifyInstance,
  fieldsOf: (authorization: string) => Promise<WorkspaceFields>,
): Promise<void> {
  for (const path of [`${apiPrefix}/openapi.json`, `${docsPath}/json`])
    app.get(path, async (request, reply) => {
      reply.type('application/json; charset=utf-8').header('vary', 'authorization')
      const { authorization } = request.headers
      if (authorization === undefined) return reply.send(description().text)
      const fields = await fieldsOf(authorization)
      return reply.send(JSON.stringify(describeWorkspace(description().document, fields)))
    })
  const style = await readFile(new URL('docs.css', import.meta.url), 'utf8')
  app.get(`${docsPath}/docs.css`, (_, reply) => reply.type('text/css; charset=utf-8').send(style))
  const page = createDocsPages(docsPath, () => description().document, await readGuides())
  app.get(docsPath, (_, reply) => reply.type('text/html; charset=utf-8').send(page('')))
  app.get<{ Params: { '*': string } }>(`${docsPath}/*`, (request, reply) => {
    const found = page(request.params['*'])
    if (found === undefined) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').send(found)
  })
}
