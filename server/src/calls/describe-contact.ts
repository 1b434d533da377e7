import type { callOutcomes } from '@muster/contract/calls.ts'
import type { CallEndReason } from './end-reasons.ts'

export type CallOutcome = (typeof callOutcomes)[number]

const ofOutcome: Record<CallOutcome, string> = {
  qualified: 'Spoke with, qualified',
  interested: 'Spoke with, interested',
  callback: 'Callback set',
  not_interested: 'Spoke with, not interested',
  not_qualified: 'Spoke with, not qualified',
  wrong_number: 'Wrong number',
  wrong_person: 'Wrong person',
  do_not_call: 'Asked not to be called',
  language_barrier: 'Language barrier',
  already_applied: 'Spoke with, already applied',
  dropped_early: 'Hung up early',
}

const ofEndReason: Record<CallEndReason, string> = {
  human_conversation: 'Spoke with',
  transferred: 'Transferred',
  voicemail: 'Voicemail left',
  ivr: 'Reached a menu',
  no_answer: 'No answer',
  busy: 'Busy',
  declined: 'Declined the call',
  invalid_number: 'Invalid number',
  blocked: 'Call blocked',
  timeout: 'Call timed out',
  canceled: 'Call canceled',
  carrier_error: 'Call failed',
  system_error: 'Call failed',
  unknown: 'Called',
}

/** Ends after which one tries again, so that it matters how often one has. */
const worthCounting: ReadonlySet<CallEndReason> = new Set(['no_answer', 'busy', 'declined'])

/**
 * What lists and boards show of the last call, such as "Spoke with, interested" or "No answer, 2 tries".
 * `tries`: calls since a person was last spoken with, this one included.
 */
export function describeContact(call: {
  endReason: CallEndReason
  outcome: CallOutcome | null
  tries: number
}): string {
  if (call.outcome) return ofOutcome[call.outcome]
  const words = ofEndReason[call.endReason]
  return worthCounting.has(call.endReason) && call.tries > 1 ? `${words}, ${call.tries} tries` : words
}
