import type { callOutcomes } from '@muster/contract/calls.ts'
import { translate } from '#texts'
import type { CallEndReason } from './end-reasons.ts'

export type CallOutcome = (typeof callOutcomes)[number]

const ofOutcome: Record<CallOutcome, string> = {
  qualified: /*i18n*/ 'Spoke with, qualified',
  interested: /*i18n*/ 'Spoke with, interested',
  callback: /*i18n*/ 'Callback set',
  not_interested: /*i18n*/ 'Spoke with, not interested',
  not_qualified: /*i18n*/ 'Spoke with, not qualified',
  wrong_number: /*i18n*/ 'Wrong number',
  wrong_person: /*i18n*/ 'Wrong person',
  do_not_call: /*i18n*/ 'Asked not to be called',
  language_barrier: /*i18n*/ 'Language barrier',
  already_applied: /*i18n*/ 'Spoke with, already applied',
  dropped_early: /*i18n*/ 'Hung up early',
}

const ofEndReason: Record<CallEndReason, string> = {
  human_conversation: /*i18n*/ 'Spoke with',
  transferred: /*i18n*/ 'Transferred',
  voicemail: /*i18n*/ 'Voicemail left',
  ivr: /*i18n*/ 'Reached a menu',
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
  no_answer: /*i18n*/ 'No answer, {tries} tries',
  busy: /*i18n*/ 'Busy, {tries} tries',
  declined: /*i18n*/ 'Declined the call, {tries} tries',
}

const ofInbound: Partial<Record<CallEndReason, string>> = {
  no_answer: /*i18n*/ 'Missed their call',
  busy: /*i18n*/ 'Missed their call',
  declined: /*i18n*/ 'Missed their call',
  timeout: /*i18n*/ 'Missed their call',
  voicemail: /*i18n*/ 'Left us a voicemail',
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

/** Translates a stored result into the requester's language. */
export function formatContact(result: string): string {
  return translate(result)
}
