import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { refuseConnection } from './broken-request.ts'

/** How long those may take who send slowly or not at all: each holds a socket and some memory meanwhile. */
export interface ClientPatience {
  headersMs: number
  /** For a body, which is small; a file may take `fileMs`. */
  bodyMs: number
  fileMs: number
  /** Without a byte either way. Longer than any call works in silence. */
  silentMs: number
  checkEveryMs: number
  /** How often a stream of events says that it is still there, and looks whether its reader may go on. */
  heartbeatMs: number
}

export const usualPatience: ClientPatience = {
  headersMs: 15_000,
  bodyMs: 60_000,
  fileMs: 30 * 60_000,
  silentMs: 5 * 60_000,
  checkEveryMs: 5_000,
  heartbeatMs: 15_000,
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which takes its time. */
    takesFile?: boolean
  }
}

/** Fastify's share: the whole request, its headers, and silence. */
export function timeoutOptions(
  patience: ClientPatience,
): Pick<FastifyServerOptions, 'requestTimeout' | 'connectionTimeout'> & { http: object } {
  return {
    requestTimeout: patience.fileMs,
    connectionTimeout: patience.silentMs,
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.checkEveryMs },
  }
}

/** Refuses with a 408 whose body has not come in time, however steadily it drips. */
export function limitSlowBodies(app: FastifyInstance, { bodyMs }: ClientPatience): void {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    const hasBody =
      raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody && !request.routeOptions.config.takesFile) {
      const timer = setTimeout(() => {
        if (!raw.complete)
          refuseConnection(
            Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
            raw.socket,
          )
      }, bodyMs)
      raw.once('end', () => clearTimeout(timer))
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
