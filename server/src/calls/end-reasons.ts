import type { callEndReasons, callLifecycles } from '@muster/contract/calls.ts'

export type CallEndReason = (typeof callEndReasons)[number]

interface EndReasonMeaning {
  lifecycle: (typeof callLifecycles)[number]
  /** Answered by a person, a mailbox or a menu. */
  answered: boolean
  conversation: boolean
}

/** What each end reason counts as, for the call log and for every rate. */
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
