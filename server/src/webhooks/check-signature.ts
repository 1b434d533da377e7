import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { FastifyRequest } from 'fastify'
import { t } from '#texts'
import { databaseNow } from '../database/database-clock.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../services.ts'
import { addressOf } from './read-event.ts'
import { type SignedRequest, verify } from './signatures/verify.ts'
import { loadOwnSecret } from './voice-secret.ts'

const toleranceMs = 5 * 60_000

/**
 * The addresses by which the provider may have called: the public one, and what the request says of itself for an
 * installation that has not been told its own. They only matter to whoever knows the secret.
 */
function addressesOf(request: FastifyRequest, publicUrl: string): string[] {
  const { host } = request.headers
  const bases = [publicUrl.replace(/\/$/, ''), ...(host ? [`https://${host}`, `http://${host}`] : [])]
  const withoutPort = bases.map((base) => base.replace(/:\d+$/, ''))
  const withPort = withoutPort.map((base) => `${base}:${base.startsWith('https:') ? 443 : 80}`)
  return [...new Set([...bases, ...withoutPort, ...withPort])]
    .map((base) => base + request.url)
    .filter((address) => URL.canParse(address))
}

async function isInTime(services: Services, signedAt: number | null): Promise<boolean> {
  if (signedAt === null) return true
  // By the database's clock, the one all nodes share.
  const now = await databaseNow(services.db)
  return Math.abs(now.getTime() - signedAt) <= toleranceMs
}

function refused(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message)
}

/**
 * Checks the signature of a report. If the address names a workspace with its own secret, only that secret counts. Returns
 * the workspace whose own secret signed the report, or null if the installation's did.
 * @throws UNAUTHENTICATED
 */
export async function checkSignature(
  services: Services,
  provider: VoiceProvider,
  request: FastifyRequest,
  raw: Buffer,
): Promise<string | null> {
  const { workspaceId } = addressOf(request.query as Record<string, unknown>)
  const own = workspaceId ? await loadOwnSecret(services.db, workspaceId, provider) : null
  const secret = own ?? services.config.voiceSecrets[provider]
  if (!secret) throw refused(t`No secret is set for this provider`)
  const signed: SignedRequest = {
    raw,
    headers: request.headers,
    urls: addressesOf(request, services.config.publicUrl),
  }
  const signature = verify(provider, secret, signed)
  if (!signature) throw refused(t`The signature does not match`)
  if (!(await isInTime(services, signature.signedAt)))
    throw refused(t`The signature is more than five minutes old or ahead`)
  return own ? workspaceId : null
}
