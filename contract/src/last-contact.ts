import type { callEndReasons, callOutcomes } from './calls.ts'

type CallOutcome = (typeof callOutcomes)[number]
type CallEndReason = (typeof callEndReasons)[number]

/** `lastContact.result` after a conversation with an outcome. Stored in English; both sides translate it. */
export const contactOfOutcome = {
  qualified: 'Spoke with, qualified',
  interested: 'Spoke with, interested',
  callback: 'Callback set',
  not_interested: 'Spoke with, not interested',
  not_qualified: 'Spoke with, not qualified',
  wrong_number: /*i18n*/ 'Wrong number',
  wrong_person: /*i18n*/ 'Wrong person',
  do_not_call: /*i18n*/ 'Asked not to be called',
  language_barrier: /*i18n*/ 'Language barrier',
  already_applied: 'Spoke with, already applied',
  dropped_early: /*i18n*/ 'Hung up early',
} as const satisfies Record<CallOutcome, string>

/** `lastContact.result` after a call without an outcome. */
export const contactOfEndReason = {
  human_conversation: 'Spoke with',
  transferred: /*i18n*/ 'Transferred',
  voicemail: /*i18n*/ 'Voicemail left',
  ivr: 'Reached a menu',
  no_answer: /*i18n*/ 'No answer',
  busy: /*i18n*/ 'Busy',
  declined: /*i18n*/ 'Declined the call',
  invalid_number: /*i18n*/ 'Invalid number',
  blocked: /*i18n*/ 'Call blocked',
  timeout: /*i18n*/ 'Call timed out',
  canceled: /*i18n*/ 'Call canceled',
  carrier_error: /*i18n*/ 'Call failed',
  system_error: /*i18n*/ 'Call failed',
  unknown: /*i18n*/ 'Called',
} as const satisfies Record<CallEndReason, string>

/** `lastContact.result` after an inbound call that nobody answered. */
export const missedCall = 'Missed their call'
export const voicemailReceived = 'Left us a voicemail'

/** All results, without the number of tries. */
export type ContactResult =
  | (typeof contactOfOutcome)[CallOutcome]
  | (typeof contactOfEndReason)[CallEndReason]
  | typeof missedCall
  | typeof voicemailReceived
