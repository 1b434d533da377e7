import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { refuseConnection } from './broken-request.ts'

/** How long slow or silent clients are tolerated: each holds a socket and some memory. */
export interface ClientTimeouts {
  headersMs: number
  /** For a small body; a file has `fileMs`. */
  bodyMs: number
  fileMs: number
  /** No byte in either direction. Longer than any call works without answering. */
  silentMs: number
  checkEveryMs: number
  /** How often an event stream sends a heartbeat and checks that its reader is still permitted. */
  heartbeatMs: number
}

export const defaultTimeouts: ClientTimeouts = {
  headersMs: 15_000,
  bodyMs: 60_000,
  fileMs: 30 * 60_000,
  silentMs: 5 * 60_000,
  checkEveryMs: 5_000,
  heartbeatMs: 15_000,
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take up to `fileMs`. */
    takesFile?: boolean
    /** The answer is a stream, which lasts as long as its reader. */
    isStream?: boolean
  }
}

/** Returns Fastify's part: timeouts of the whole request, of its headers, and of silence. */
export function timeoutOptions(
  timeouts: ClientTimeouts,
): Pick<FastifyServerOptions, 'requestTimeout' | 'connectionTimeout'> & { http: object } {
  return {
    requestTimeout: timeouts.fileMs,
    connectionTimeout: timeouts.silentMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkEveryMs },
  }
}

/** Refuses with 408 a body that has not arrived in time, however steadily it drips. */
export function limitSlowBodies(app: FastifyInstance, { bodyMs }: ClientTimeouts): void {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    const hasBody =
      raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    const isFile =
      request.routeOptions.config.takesFile && raw.headers['content-type']?.startsWith('multipart/')
    if (hasBody && !isFile) {
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
  // After an answer that did not wait for the body, such as a refusal, the rest may still arrive, within `bodyMs`.
  app.addHook('onResponse', ({ raw }, _, done) => {
    if (!raw.complete) {
      const timer = setTimeout(() => raw.destroy(), bodyMs)
      raw.once('end', () => clearTimeout(timer))
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
