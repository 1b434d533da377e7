import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'

interface Known {
  isConfigured: boolean
  readAt: number
}

const knownOf = new WeakMap<Services, Known>()
const staleAfterMs = 10_000
/** Pages do not wait longer for a slow database. */
const maxWaitMs = 300

/** Makes the next page read again whether calls in the browser are set up. Other nodes notice within ten seconds. */
export function refreshPagePolicy(services: Services): void {
  knownOf.delete(services)
}

async function readSettings(services: Services): Promise<void> {
  const row = await services.db
    .selectFrom('browser_call_settings')
    .select('workspace_id')
    .limit(1)
    .executeTakeFirst()
  knownOf.set(services, { isConfigured: row !== undefined, readAt: performance.now() })
}

async function isConfigured(services: Services): Promise<boolean> {
  const known = knownOf.get(services)
  if (!known || performance.now() - known.readAt > staleAfterMs)
    await Promise.race([
      readSettings(services).catch(() => {}),
      setTimeout(maxWaitMs, undefined, { ref: false }),
    ])
  return (knownOf.get(services) ?? known)?.isConfigured ?? false
}

/** Signaling, quality metrics, and the sounds of keys and of the end of a call. */
const connectSources =
  "'self' wss://voice-js.roaming.twilio.com https://eventgw.twilio.com https://sdk.twilio.com"

function withTwilio(policy: string): string {
  const media = policy.replace(
    /media-src [^;]*/,
    (sources) => `${sources} mediastream: https://sdk.twilio.com`,
  )
  return `${media};connect-src ${connectSources}`
}

/** Lets pages connect to Twilio once a workspace of the installation has set up calls in the browser. */
export function allowBrowserCalls(
  app: FastifyInstance,
  services: Services,
  isPage: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onSend', async (request, reply) => {
    // Health checks must not wait for the database.
    if (!isPage(request) || request.routeOptions.config.call) return
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy === 'string' && (await isConfigured(services)))
      reply.header('content-security-policy', withTwilio(policy))
  })
}
