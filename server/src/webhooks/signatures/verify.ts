import type { IncomingHttpHeaders } from 'node:http'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { verifyGeneric } from './verify-generic.ts'
import { verifyRetell } from './verify-retell.ts'
import { verifyTwilio } from './verify-twilio.ts'
import { verifyVapi } from './verify-vapi.ts'

export interface SignedRequest {
  raw: Buffer
  headers: IncomingHttpHeaders
  /** The URL in the spellings that the provider may have signed, the usual one first. */
  urls: readonly string[]
}

/** Null if the signature is invalid. `signedAt` is null if the provider's scheme has no timestamp. */
export type Signature = { signedAt: number | null } | null

const verifiers: Record<VoiceProvider, (secret: string, request: SignedRequest) => Signature> = {
  twilio: verifyTwilio,
  retell: verifyRetell,
  vapi: verifyVapi,
  generic: verifyGeneric,
}

/** Verifies a signature by the provider's rules. The caller checks its time. */
export function verify(provider: VoiceProvider, secret: string, request: SignedRequest): Signature {
  return verifiers[provider](secret, request)
}
