import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config.ts'

const yearInSeconds = 31_536_000

/** The headers of every response of the app. Recordings of calls stay with the provider and play from its hosts only. */
export function securityHeaders({
  publicUrl,
  recordingHosts,
}: Pick<Config, 'publicUrl' | 'recordingHosts'>): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", ...recordingHosts.map((host) => `https://${host}`)],
        styleSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    hsts: publicUrl.startsWith('https:') && { maxAge: yearInSeconds, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
  }
}

/** The policy of a file that somebody opens by itself: it runs nothing, loads nothing and is shown in no frame. */
export const filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** The headers of an answer given before the app's own apply: an error without a page. */
export const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}
