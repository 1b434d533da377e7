import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { agentKinds, agentStatuses } from '@muster/contract/agents.ts'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'

export type AgentKind = (typeof agentKinds)[number]
export type AgentStatusKey = (typeof agentStatuses)[number]

export const kindLabels: Record<AgentKind, MessageDescriptor> = {
  human: msg`Person`,
  voice: msg`Voice agent`,
}

export const agentStatusLabels: Record<AgentStatusKey, MessageDescriptor> = {
  available: msg`Available`,
  busy: msg({ message: 'Busy', context: 'state of an agent' }),
  offline: msg`Offline`,
  paused: msg`Paused`,
}

/** Names are not translated. The generic webhook may serve any provider. */
const providerNames: Record<Exclude<VoiceProvider, 'generic'>, string> = {
  twilio: 'Twilio',
  vapi: 'Vapi',
  retell: 'Retell',
}

export const otherProvider = msg({ message: 'Other', context: 'a voice provider' })

/** Returns the name of a provider; an unknown one keeps its key. */
export function providerName(provider: string): string | undefined {
  if (provider === 'generic') return undefined
  return Object.hasOwn(providerNames, provider)
    ? providerNames[provider as keyof typeof providerNames]
    : provider
}
