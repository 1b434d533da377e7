import type { callOutcomes } from '@muster/contract/calls.ts'
import type { CallEndReason } from './end-reasons.ts'

export type CallOutcome = (typeof callOutcomes)[number]

export const ofOutcome: Record<CallOutcome, string> = {
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
}

export const ofEndReason: Record<CallEndReason, string> = {
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
}

/** End reasons after which the caller tries again, so the number of attempts matters. */
const ofTries: Partial<Record<CallEndReason, string>> = {
  no_answer: 'No answer, {tries} tries',
  busy: 'Busy, {tries} tries',
  declined: 'Declined the call, {tries} tries',
}

export const missed = 'Missed their call'
export const leftVoicemail = 'Left us a voicemail'

const ofInbound: Partial<Record<CallEndReason, string>> = {
  no_answer: missed,
  busy: missed,
  declined: missed,
  timeout: missed,
  voicemail: leftVoicemail,
}

/**
 * Returns the stored result of the last call, such as "Spoke with, interested" or "No answer, 2 tries". Always in
 * English: each reader sees it translated (`formatContact`). `tries` counts attempts since the last conversation, this
 * one included.
 */
export function describeContact(call: {
  endReason: CallEndReason
  outcome: CallOutcome | null
  tries: number
  direction?: string
}): string {
  if (call.outcome) return ofOutcome[call.outcome]
  const inbound = call.direction === 'inbound' ? ofInbound[call.endReason] : undefined
  if (inbound) return inbound
  const counted = call.tries > 1 ? ofTries[call.endReason] : undefined
  return counted?.replace('{tries}', String(call.tries)) ?? ofEndReason[call.endReason]
}
