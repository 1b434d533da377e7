import type { callEndReasons, callLifecycles } from '@muster/contract/calls.ts'

export type CallEndReason = (typeof callEndReasons)[number]

interface EndReasonMeaning {
  /** How the line saw it. */
  lifecycle: (typeof callLifecycles)[number]
  /** Somebody or something took the call, a mailbox included. */
  answered: boolean
  /** A person was spoken with. */
  conversation: boolean
}

/** What each way a call can end counts as, for the log of a call and for every rate. */
export const endReasons = {
  human_conversation: { lifecycle: 'completed', answered: true, conversation: true },
  transferred: { lifecycle: 'completed', answered: true, conversation: true },
  voicemail: { lifecycle: 'completed', answered: true, conversation: false },
  ivr: { lifecycle: 'completed', answered: true, conversation: false },
  timeout: { lifecycle: 'completed', answered: true, conversation: false },
  no_answer: { lifecycle: 'no_answer', answered: false, conversation: false },
  declined: { lifecycle: 'no_answer', answered: false, conversation: false },
  busy: { lifecycle: 'busy', answered: false, conversation: false },
  invalid_number: { lifecycle: 'failed', answered: false, conversation: false },
  blocked: { lifecycle: 'failed', answered: false, conversation: false },
  carrier_error: { lifecycle: 'failed', answered: false, conversation: false },
  system_error: { lifecycle: 'failed', answered: false, conversation: false },
  unknown: { lifecycle: 'failed', answered: false, conversation: false },
  canceled: { lifecycle: 'canceled', answered: false, conversation: false },
} as const satisfies Record<CallEndReason, EndReasonMeaning>

const keys = Object.keys(endReasons) as CallEndReason[]

export const answeredReasons = keys.filter((reason) => endReasons[reason].answered)
export const conversationReasons = keys.filter((reason) => endReasons[reason].conversation)
