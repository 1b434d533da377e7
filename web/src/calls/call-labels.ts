import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type {
  callDirections,
  callEndReasons,
  callLifecycles,
  callOutcomes,
  listCalls,
} from '@muster/contract/calls.ts'
import type { ContactResult } from '@muster/contract/last-contact.ts'
import type { RowOf } from '../api/query.ts'

export type CallOutcome = (typeof callOutcomes)[number]
export type CallDirection = (typeof callDirections)[number]
export type CallEndReason = (typeof callEndReasons)[number]
type CallLifecycle = (typeof callLifecycles)[number]

/** The outcomes of a conversation, from best to worst. */
export const outcomeLabels: Record<CallOutcome, MessageDescriptor> = {
  qualified: msg`Qualified`,
  interested: msg`Interested`,
  callback: msg`Asked for a callback`,
  not_interested: msg`Not interested`,
  not_qualified: msg`Not qualified`,
  wrong_number: msg`Wrong number`,
  wrong_person: msg`Wrong person`,
  do_not_call: msg`Asked not to be called`,
  language_barrier: msg`Language barrier`,
  already_applied: msg`Already applied`,
  dropped_early: msg`Hung up early`,
}

/** The end reasons of a call. */
export const endReasonLabels: Record<CallEndReason, MessageDescriptor> = {
  human_conversation: msg`Conversation`,
  voicemail: msg`Voicemail`,
  no_answer: msg`No answer`,
  busy: msg`Busy`,
  declined: msg`Declined the call`,
  invalid_number: msg`Invalid number`,
  ivr: msg`Reached a phone menu (IVR)`,
  transferred: msg`Transferred`,
  blocked: msg`Call blocked`,
  timeout: msg`Call timed out`,
  canceled: msg`Call canceled`,
  carrier_error: msg`Carrier error`,
  system_error: msg`Call failed`,
  unknown: msg`Called`,
}

/** The labels of inbound calls that differ from outbound ones. */
const inboundLabels: Partial<Record<CallEndReason, MessageDescriptor>> = {
  no_answer: msg`Missed call`,
  voicemail: msg`Received a voicemail`,
}

export function endReasonLabel(endReason: CallEndReason, direction: CallDirection): MessageDescriptor {
  return (direction === 'inbound' && inboundLabels[endReason]) || endReasonLabels[endReason]
}

export const directionLabels: Record<CallDirection, MessageDescriptor> = {
  outbound: msg({ message: 'Outbound', context: 'a call' }),
  inbound: msg({ message: 'Inbound', context: 'a call' }),
}

/** The state of a call without an end reason. */
const lifecycleLabels: Record<CallLifecycle, MessageDescriptor> = {
  queued: msg`Queued`,
  ringing: msg`Ringing`,
  in_progress: msg`In progress`,
  completed: endReasonLabels.unknown,
  busy: endReasonLabels.busy,
  no_answer: endReasonLabels.no_answer,
  failed: endReasonLabels.system_error,
  canceled: endReasonLabels.canceled,
}

/** Returns the result of a call: its outcome, otherwise its end reason, otherwise its state. */
export function callResult(
  call: Pick<RowOf<typeof listCalls>, 'direction' | 'lifecycle' | 'endReason' | 'outcome'>,
): string {
  if (call.outcome) return t(outcomeLabels[call.outcome])
  return t(call.endReason ? endReasonLabel(call.endReason, call.direction) : lifecycleLabels[call.lifecycle])
}

/** Returns whether somebody was reached; only then a call has an outcome. */
export function isConversation(endReason: string | null): boolean {
  return endReason === 'human_conversation' || endReason === 'transferred'
}

/** The texts of the last contact, which the server sends in English only. */
const contacts: Record<ContactResult, MessageDescriptor> = {
  'Spoke with, qualified': outcomeLabels.qualified,
  'Spoke with, interested': outcomeLabels.interested,
  'Callback set': msg`Callback scheduled`,
  'Spoke with, not interested': outcomeLabels.not_interested,
  'Spoke with, not qualified': outcomeLabels.not_qualified,
  'Wrong number': outcomeLabels.wrong_number,
  'Wrong person': outcomeLabels.wrong_person,
  'Asked not to be called': outcomeLabels.do_not_call,
  'Language barrier': outcomeLabels.language_barrier,
  'Spoke with, already applied': outcomeLabels.already_applied,
  'Hung up early': outcomeLabels.dropped_early,
  'Spoke with': endReasonLabels.human_conversation,
  Transferred: endReasonLabels.transferred,
  'Voicemail left': msg`Voicemail left`,
  'Reached a menu': endReasonLabels.ivr,
  'No answer': endReasonLabels.no_answer,
  Busy: endReasonLabels.busy,
  'Declined the call': endReasonLabels.declined,
  'Invalid number': endReasonLabels.invalid_number,
  'Call blocked': endReasonLabels.blocked,
  'Call timed out': endReasonLabels.timeout,
  'Call canceled': endReasonLabels.canceled,
  'Call failed': endReasonLabels.system_error,
  Called: endReasonLabels.unknown,
  'Missed their call': msg`Missed call`,
  'Left us a voicemail': msg`Received a voicemail`,
}

/** Translates the result of the last call, such as "No answer, 2 tries". */
export function callResultText(result: string): string {
  const [, words = result, times] = /^(.*?)(?:, (\d+) tries)?$/.exec(result) ?? []
  const known: MessageDescriptor | undefined = contacts[words as ContactResult]
  const text = known ? t(known) : words
  if (!times) return text
  const tries = Number(times)
  return plural(tries, { one: `${text}, # attempt`, other: `${text}, # attempts` })
}
