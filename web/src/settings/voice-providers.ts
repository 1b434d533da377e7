import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'

/** The providers' own names, and each one's term for its secret. */
const providers: Record<VoiceProvider, { name: string | MessageDescriptor; secret: MessageDescriptor }> = {
  twilio: { name: 'Twilio', secret: msg`Auth token` },
  vapi: { name: 'Vapi', secret: msg`Server secret` },
  retell: { name: 'Retell', secret: msg`API key` },
  generic: { name: msg`Another provider`, secret: msg`Signing secret` },
}

export function providerName(provider: VoiceProvider): string {
  const { name } = providers[provider]
  return typeof name === 'string' ? name : t(name)
}

/** Returns the provider's term for the key that places calls. */
export function placingKeyName(provider: VoiceProvider): string {
  return provider === 'twilio' ? secretName('twilio') : secretName('retell')
}

export function secretName(provider: VoiceProvider): string {
  return t(providers[provider].secret)
}
