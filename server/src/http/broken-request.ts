import type { Socket } from 'node:net'
import type { ErrorBody } from '@muster/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { handleError } from './error-handler.ts'

/** An address the router cannot take apart; the hooks that set headers do not run for it. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  handleError(error, request, reply)
}

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What is not HTTP, or does not end: there is no request to answer, only a socket. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const body: ErrorBody = { code: 'BAD_REQUEST', message: 'The request could not be read', details: null }
    const text = JSON.stringify(body)
    socket.write(
      [
        `HTTP/1.1 ${statusLines[error.code ?? ''] ?? '400 Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${text.length}`,
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    )
  }
  socket.destroySoon()
}
