import type { callDirections, callEndReasons, callLifecycles, callOutcomes } from '@muster/contract/calls.ts'

type CallValue =
  | 'human'
  | 'voice'
  | (typeof callDirections)[number]
  | (typeof callLifecycles)[number]
  | (typeof callEndReasons)[number]
  | (typeof callOutcomes)[number]

/** Labels of a call's enum values in exported files. */
export const callLabels: Record<CallValue, string> = {
  human: /*i18n*/ 'Person',
  voice: /*i18n*/ 'Voice agent',

  outbound: /*i18n*/ 'Outbound',
  inbound: /*i18n*/ 'Inbound',

  queued: /*i18n*/ 'Queued',
  ringing: /*i18n*/ 'Ringing',
  in_progress: /*i18n*/ 'In progress',
  completed: /*i18n*/ 'Completed',
  failed: /*i18n*/ 'Failed',

  human_conversation: /*i18n*/ 'Conversation',
  transferred: /*i18n*/ 'Transferred',
  voicemail: /*i18n*/ 'Voicemail',
  ivr: /*i18n*/ 'Reached a phone menu (IVR)',
  no_answer: /*i18n*/ 'No answer',
  busy: /*i18n*/ 'Busy',
  declined: /*i18n*/ 'Declined the call',
  invalid_number: /*i18n*/ 'Invalid number',
  blocked: /*i18n*/ 'Call blocked',
  timeout: /*i18n*/ 'Call timed out',
  canceled: /*i18n*/ 'Call canceled',
  carrier_error: /*i18n*/ 'Carrier error',
  system_error: /*i18n*/ 'Call failed',
  unknown: /*i18n*/ 'Unknown',

  qualified: /*i18n*/ 'Qualified',
  interested: /*i18n*/ 'Interested',
  callback: /*i18n*/ 'Asked for a callback',
  not_interested: /*i18n*/ 'Not interested',
  not_qualified: /*i18n*/ 'Not qualified',
  wrong_number: /*i18n*/ 'Wrong number',
  wrong_person: /*i18n*/ 'Wrong person',
  do_not_call: /*i18n*/ 'Asked not to be called',
  language_barrier: /*i18n*/ 'Language barrier',
  already_applied: /*i18n*/ 'Already applied',
  dropped_early: /*i18n*/ 'Hung up early',
}
