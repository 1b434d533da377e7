import type { IncomingHttpHeaders } from 'node:http'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { verifyGeneric } from './verify-generic.ts'
import { verifyRetell } from './verify-retell.ts'
import { verifyTwilio } from './verify-twilio.ts'
import { verifyVapi } from './verify-vapi.ts'

export interface SignedRequest {
  /** The bytes as they came. */
  raw: Buffer
  headers: IncomingHttpHeaders
  /** The address as the provider may have spelled it; the first is the usual one. */
  urls: readonly string[]
}

/** Whether the secret signed it, and when; `signedAt` is null where a provider's way of signing has no time. */
export type Signature = { signedAt: number | null } | null

const verifiers: Record<VoiceProvider, (secret: string, request: SignedRequest) => Signature> = {
  twilio: verifyTwilio,
  retell: verifyRetell,
  vapi: verifyVapi,
  generic: verifyGeneric,
}

/** Checks the signature by its provider's rules; null when it is not one. Its time is for the caller to check. */
export function verify(provider: VoiceProvider, secret: string, request: SignedRequest): Signature {
  return verifiers[provider](secret, request)
}
