import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { FastifyRequest } from 'fastify'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { databaseNow } from '../database/database-clock.ts'
import type { Services } from '../services.ts'
import { workspaceInUrl } from './read-event.ts'
import { type SignedRequest, verify } from './signatures/verify.ts'
import { loadOwnSecret } from './voice-secret.ts'

const toleranceMs = 5 * 60_000

/**
 * Returns the URLs the provider may have called: the public one, and those the request's headers imply for an
 * installation without a configured URL. They matter only to someone who knows the secret.
 */
export function candidateUrls(request: FastifyRequest, publicUrl: string): string[] {
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
  // Uses the database's clock, which all nodes share.
  const now = await databaseNow(services.db)
  return Math.abs(now.getTime() - signedAt) <= toleranceMs
}

function refused(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message)
}

/**
 * Checks the signature of a report. If the address names a workspace with its own secret, only that secret counts.
 * Returns the workspace whose own secret signed the report, or null if the installation's did.
 * @throws UNAUTHENTICATED
 */
export async function checkSignature(
  services: Services,
  provider: VoiceProvider,
  request: FastifyRequest,
  raw: Buffer,
): Promise<string | null> {
  const { workspaceId } = workspaceInUrl(request.query as Record<string, unknown>)
  const own = workspaceId ? await loadOwnSecret(services.db, workspaceId, provider) : null
  const secret = own ?? services.config.voiceSecrets[provider]
  if (!secret) throw refused(t`No secret is set for this provider`)
  const signed: SignedRequest = {
    raw,
    headers: request.headers,
    urls: candidateUrls(request, services.config.publicUrl),
  }
  const signature = verify(provider, secret, signed)
  if (!signature) throw refused(t`The signature does not match`)
  if (!(await isInTime(services, signature.signedAt)))
    throw refused(t`The signature timestamp is off by more than five minutes`)
  return own ? workspaceId : null
}
