import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config/config.ts'

const yearInSeconds = 31_536_000

/**
 * The web app's Trusted Types policies. Each is created once, in the one module that needs it. None is called
 * `default`.
 */
const trustedTypes = ['document-preview', 'pdf-worker']

/** Returns the headers of every response. Call recordings stay with the provider and play from its hosts only. */
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
        requireTrustedTypesFor: ["'script'"],
        trustedTypes,
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    hsts: publicUrl.startsWith('https:') && { maxAge: yearInSeconds, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
  }
}

/** The policy of a file opened by itself: it runs nothing, loads nothing and is not framed. */
export const filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** The headers of a response sent before the app's own headers apply. */
export const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}
