import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@muster/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inLanguage, preferredLanguage, t } from '#texts'
import { AppError } from '../app-error.ts'
import { handleError } from './error-handler.ts'
import { bareHeaders } from './security-headers.ts'

/** Refuses an address that the router cannot parse. The hooks that set headers do not run for it. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(bareHeaders)
  inLanguage(preferredLanguage(request.headers['accept-language']), () => handleError(error, request, reply))
}

/**
 * Answers requests that Node would otherwise answer itself, without our headers: those without a Host, which needs
 * `requireHostHeader: false`, and those with an unknown Expect.
 */
export function refuseOddHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const isMissing = request.raw.httpVersion === '1.1' && !request.headers.host
    done(isMissing ? new AppError('BAD_REQUEST', t`The request could not be read`) : undefined)
  })
  app.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...bareHeaders, connection: 'close' }).end()
  })
}

/** How much of a request is searched for its language. */
const maxHead = 4096

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Refuses what is not HTTP or never ends. There is no request to answer, only a socket. */
export function refuseConnection(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const { rawPacket } = error
    const head = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, maxHead) : ''
    const accepted = /^accept-language:(.*)$/im.exec(head)?.[1]
    const message = inLanguage(preferredLanguage(accepted), () => t`The request could not be read`)
    const body: ErrorBody = { code: 'BAD_REQUEST', message, details: null }
    const text = JSON.stringify(body)
    socket.write(
      [
        `HTTP/1.1 ${statusLines[error.code ?? ''] ?? '400 Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
        ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
        '',
        text,
      ].join('\r\n'),
    )
  }
  socket.destroySoon()
}
