import type { callEndReasons, callLifecycles, callOutcomes } from '@muster/contract/calls.ts'

export type CallLifecycle = (typeof callLifecycles)[number]
export type CallEndReason = (typeof callEndReasons)[number]
export type CallOutcome = (typeof callOutcomes)[number]

export interface Turn {
  speaker: 'agent' | 'person'
  text: string
}

/** What one report states about a call. Null and undefined both mean that it states nothing. */
export interface VoiceFacts {
  callId: string
  /** The call's progress when this was reported: later stages take precedence. */
  stage: 'started' | 'ended' | 'analyzed'
  /** When this was reported. */
  at?: string | null
  agentId?: string | null
  /** Our id, passed as metadata when the call was placed. */
  applicationId?: string | null
  workspaceId?: string | null
  /** The id of the call that we placed. */
  placedCallId?: string | null
  direction?: 'inbound' | 'outbound' | null
  from?: string | null
  to?: string | null
  lifecycle?: CallLifecycle | null
  rawEndReason?: string | null
  endReason?: CallEndReason | null
  /** Who answered, if the provider detected it. */
  answeredBy?: 'human' | 'machine' | null
  turns?: readonly Turn[] | null
  /** For a transcript that is not a list of turns. */
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
