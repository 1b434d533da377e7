import type { callEndReasons, callLifecycles, callOutcomes } from '@muster/contract/calls.ts'

export type CallLifecycle = (typeof callLifecycles)[number]
export type CallEndReason = (typeof callEndReasons)[number]
export type CallOutcome = (typeof callOutcomes)[number]

/** Something said on a call. */
export interface Turn {
  speaker: 'agent' | 'person'
  text: string
}

/** What one report of a provider says about a call; null and left out alike: it says nothing of it. */
export interface VoiceFacts {
  /** The provider's id of the call. */
  callId: string
  /** How far the call had come when this was reported: what a later stage says counts more. */
  stage: 'started' | 'ended' | 'analyzed'
  /** When this was reported. */
  at?: string | null
  /** The provider's id of the agent. */
  agentId?: string | null
  /** Ours, as it was given along when the call was placed. */
  applicationId?: string | null
  workspaceId?: string | null
  direction?: 'inbound' | 'outbound' | null
  from?: string | null
  to?: string | null
  lifecycle?: CallLifecycle | null
  /** As the provider says it. */
  rawEndReason?: string | null
  endReason?: CallEndReason | null
  /** Who took the call, as far as the provider looked. */
  answeredBy?: 'human' | 'machine' | null
  turns?: readonly Turn[] | null
  /** For a transcript that is no list of turns. */
  transcript?: string | null
  summary?: string | null
  outcome?: CallOutcome | null
  callbackAt?: string | null
  startedAt?: string | null
  endedAt?: string | null
  durationSeconds?: number | null
  cost?: { minor: number; currency: string } | null
  recordingUrl?: string | null
}
