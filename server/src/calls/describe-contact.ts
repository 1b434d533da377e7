import type { callOutcomes } from '@muster/contract/calls.ts'
import {
  contactOfEndReason,
  contactOfOutcome,
  missedCall,
  voicemailReceived,
} from '@muster/contract/last-contact.ts'
import type { CallEndReason } from './end-reasons.ts'

export type CallOutcome = (typeof callOutcomes)[number]

/** End reasons after which the caller tries again, so the number of attempts matters. */
const ofTries: Partial<Record<CallEndReason, string>> = {
  no_answer: 'No answer, {tries} tries',
  busy: 'Busy, {tries} tries',
  declined: 'Declined the call, {tries} tries',
}

const ofInbound: Partial<Record<CallEndReason, string>> = {
  no_answer: missedCall,
  busy: missedCall,
  declined: missedCall,
  timeout: missedCall,
  voicemail: voicemailReceived,
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
  if (call.outcome) return contactOfOutcome[call.outcome]
  const inbound = call.direction === 'inbound' ? ofInbound[call.endReason] : undefined
  if (inbound) return inbound
  const counted = call.tries > 1 ? ofTries[call.endReason] : undefined
  return counted?.replace('{tries}', String(call.tries)) ?? contactOfEndReason[call.endReason]
}
