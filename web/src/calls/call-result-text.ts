import type { callEndReasons, callOutcomes } from '@muster/contract/calls.ts'

type CallResult = (typeof callOutcomes)[number] | (typeof callEndReasons)[number]

const texts: Record<CallResult, string> = {
  qualified: 'Spoke with, qualified',
  interested: 'Spoke with, interested',
  callback: 'Asked for a callback',
  not_interested: 'Spoke with, not interested',
  not_qualified: 'Spoke with, not qualified',
  wrong_number: 'Wrong number',
  wrong_person: 'Wrong person',
  do_not_call: 'Asked not to be called',
  language_barrier: 'Language barrier',
  already_applied: 'Spoke with, had applied already',
  dropped_early: 'Hung up early',
  human_conversation: 'Spoke with',
  transferred: 'Transferred',
  voicemail: 'Voicemail',
  ivr: 'Reached a phone menu',
  no_answer: 'No answer',
  busy: 'Busy',
  declined: 'Declined the call',
  invalid_number: 'Invalid number',
  blocked: 'Call blocked',
  timeout: 'Call timed out',
  canceled: 'Call canceled',
  carrier_error: 'Carrier error',
  system_error: 'Call failed',
  unknown: 'Called',
}

/** What came of a call in a few words: its outcome, or how it ended when nobody was spoken with. */
export function callResultText(result: string): string {
  return texts[result as CallResult] ?? result.replaceAll('_', ' ')
}
