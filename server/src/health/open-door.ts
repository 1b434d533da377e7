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
      .end(t`Muster is starting; this page comes by itself.`)
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  response.setHeaders(new Headers(bareHeaders))
  // Whoever keeps the line would send the next request to nobody.
  response.setHeader('connection', 'close')
  const path = (request.url ?? '/').split('?')[0]!.replace(/\/$/, '')
  if (path === '/health' || path === `${apiPrefix}/health`) sendJson(response, 200, { status: 'ok', version })
  else sendRefusal(response, path.startsWith('/api/') || path === '/ready')
}

/**
 * Answers before there is a server: that the node lives, and that it is not ready. A database that recovers, a large
 * table that is migrated, or another node that does it can take minutes, and whoever asks whether the node lives must
 * not start it over and over meanwhile. Closed at once before the server listens in its place.
 */
export async function openDoor({ host, port }: { host: string; port: number }): Promise<{ close(): void }> {
  const door = createServer((request, response) =>
    inLanguage(preferredLanguage(request.headers['accept-language']), () => answer(request, response)),
  )
  door.listen(port, host)
  await once(door, 'listening')
  return {
    close() {
      door.close()
      door.closeAllConnections()
    },
  }
}
