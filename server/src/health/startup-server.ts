import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ErrorBody } from '@muster/contract/errors.ts'
import { inLanguage, preferredLanguage, t } from '#texts'
import { apiPrefix } from '../http/route.ts'
import { bareHeaders } from '../http/security-headers.ts'
import { version } from '../version.ts'

const retryAfterSeconds = 2

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function sendRefusal(response: ServerResponse, isForPrograms: boolean): void {
  response.setHeader('retry-after', retryAfterSeconds)
  if (isForPrograms) {
    const message = t`The service is starting. Try again in a moment.`
    sendJson(response, 503, { code: 'UNAVAILABLE', message, details: null } satisfies ErrorBody)
  } else
    response
      .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', refresh: String(retryAfterSeconds) })
      .end(t`Muster is starting. This page reloads automatically.`)
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  response.setHeaders(new Headers(bareHeaders))
  // A kept-alive connection would send its next request to a closed server.
  response.setHeader('connection', 'close')
  const path = (request.url ?? '/').split('?')[0]!.replace(/\/$/, '')
  if (path === '/health' || path === `${apiPrefix}/health`) sendJson(response, 200, { status: 'ok', version })
  else sendRefusal(response, path.startsWith('/api/') || path === '/ready')
}

/**
 * Starts a server that answers until the real one listens: `/health` says that the node is alive, all else that it is
 * not ready.
 * Recovering the database or migrating a large table, here or on another node, can take minutes; without an answer the
 * orchestrator would restart the node again and again. Close it right before the real server listens.
 */
export async function startStartupServer({
  host,
  port,
}: {
  host: string
  port: number
}): Promise<{ close(): void }> {
  const server = createServer((request, response) =>
    inLanguage(preferredLanguage(request.headers['accept-language']), () => answer(request, response)),
  )
  server.listen(port, host)
  await once(server, 'listening')
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
