import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config.ts'

const yearInSeconds = 31_536_000

/** The web app's Trusted Types policies, each made once in the one module that needs it. None is called `default`. */
const trustedTypes = ['document-preview', 'pdf-worker']

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
        requireTrustedTypesFor: ["'script'"],
        trustedTypes,
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    hsts: publicUrl.startsWith('https:') && { maxAge: yearInSeconds, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
  }
}

/** The app's policy without Trusted Types, for a page of a library that sets HTML from strings. */
export function withoutTrustedTypes(policy: string): string {
  return policy
    .split(';')
    .filter((directive) => !/^\s*(?:require-)?trusted-types/.test(directive))
    .join(';')
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
