import type { callEndReasons, callOutcomes } from '@muster/contract/calls.ts'

export type CallOutcome = (typeof callOutcomes)[number]
export type CallEndReason = (typeof callEndReasons)[number]

/** What came of a conversation, from the best to the worst. */
export const outcomeLabels: Record<CallOutcome, string> = {
  qualified: 'Qualified',
  interested: 'Interested',
  callback: 'Asked for a callback',
  not_interested: 'Not interested',
  not_qualified: 'Not qualified',
  wrong_number: 'Wrong number',
  wrong_person: 'Wrong person',
  do_not_call: 'Asked not to be called',
  language_barrier: 'Language barrier',
  already_applied: 'Had applied already',
  dropped_early: 'Hung up early',
}

/** How a call ended that a person can tell of; the rest only a machine knows. */
export const endReasonLabels = {
  human_conversation: 'Spoke with them',
  voicemail: 'Voicemail',
  no_answer: 'No answer',
  busy: 'Busy',
  declined: 'Declined the call',
  invalid_number: 'Invalid number',
  ivr: 'Reached a phone menu',
  transferred: 'Transferred to somebody',
} satisfies Partial<Record<CallEndReason, string>>

/** Whether somebody was spoken with, which alone has an outcome. */
export function isConversation(endReason: string | null): boolean {
  return endReason === 'human_conversation' || endReason === 'transferred'
}
