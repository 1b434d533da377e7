import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type {
  callDirections,
  callEndReasons,
  callLifecycles,
  callOutcomes,
  listCalls,
} from '@muster/contract/calls.ts'
import type { RowOf } from '../api/query.ts'

export type CallOutcome = (typeof callOutcomes)[number]
export type CallDirection = (typeof callDirections)[number]
export type CallEndReason = (typeof callEndReasons)[number]
type CallLifecycle = (typeof callLifecycles)[number]

/** What came of a conversation, from the best to the worst. */
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
  already_applied: msg`Had applied already`,
  dropped_early: msg`Hung up early`,
}

/** How a call ended. */
export const endReasonLabels: Record<CallEndReason, MessageDescriptor> = {
  human_conversation: msg`Spoke with them`,
  voicemail: msg`Voicemail`,
  no_answer: msg`No answer`,
  busy: msg`Busy`,
  declined: msg`Declined the call`,
  invalid_number: msg`Invalid number`,
  ivr: msg`Reached a phone menu`,
  transferred: msg`Transferred to somebody`,
  blocked: msg`Call blocked`,
  timeout: msg`Call timed out`,
  canceled: msg`Call canceled`,
  carrier_error: msg`Carrier error`,
  system_error: msg`Call failed`,
  unknown: msg`Called`,
}

/** How a call of theirs ended, where that is not how one of ours ends. */
const inboundLabels: Partial<Record<CallEndReason, MessageDescriptor>> = {
  no_answer: msg`Missed call`,
  voicemail: msg`Voicemail from them`,
}

export function endReasonLabel(endReason: CallEndReason, direction: CallDirection): MessageDescriptor {
  return (direction === 'inbound' && inboundLabels[endReason]) || endReasonLabels[endReason]
}

export const directionLabels: Record<CallDirection, MessageDescriptor> = {
  outbound: msg({ message: 'Outbound', context: 'a call' }),
  inbound: msg({ message: 'Inbound', context: 'a call' }),
}

/** Where a call stands that has no end reason, or none yet. */
const lifecycleLabels: Record<CallLifecycle, MessageDescriptor> = {
  queued: msg`Waiting to be placed`,
  ringing: msg`Ringing`,
  in_progress: msg`On the phone now`,
  completed: endReasonLabels.unknown,
  busy: endReasonLabels.busy,
  no_answer: endReasonLabels.no_answer,
  failed: endReasonLabels.system_error,
  canceled: endReasonLabels.canceled,
}

/** What came of a call: of a conversation its outcome, else how it ended, else where it stands. */
export function callResult(
  call: Pick<RowOf<typeof listCalls>, 'direction' | 'lifecycle' | 'endReason' | 'outcome'>,
): string {
  if (call.outcome) return t(outcomeLabels[call.outcome])
  return t(call.endReason ? endReasonLabel(call.endReason, call.direction) : lifecycleLabels[call.lifecycle])
}

/** Whether somebody was spoken with, which alone has an outcome. */
export function isConversation(endReason: string | null): boolean {
  return endReason === 'human_conversation' || endReason === 'transferred'
}

/** The last contact as the server words it, in one language only. */
const contacts: Record<string, MessageDescriptor> = {
  'Spoke with, qualified': msg`Spoke with, qualified`,
  'Spoke with, interested': msg`Spoke with, interested`,
  'Callback set': msg`Callback set`,
  'Spoke with, not interested': msg`Spoke with, not interested`,
  'Spoke with, not qualified': msg`Spoke with, not qualified`,
  'Wrong number': outcomeLabels.wrong_number,
  'Wrong person': outcomeLabels.wrong_person,
  'Asked not to be called': outcomeLabels.do_not_call,
  'Language barrier': outcomeLabels.language_barrier,
  'Spoke with, already applied': msg`Spoke with, already applied`,
  'Hung up early': outcomeLabels.dropped_early,
  'Spoke with': msg`Spoke with`,
  Transferred: msg`Transferred`,
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
  'Missed their call': msg`Missed their call`,
  'Left us a voicemail': msg`Left us a voicemail`,
}

/** What came of the last call, "No answer, 2 tries": the server's words in the language of the screen. */
export function callResultText(result: string): string {
  const [, words = result, times] = /^(.*?)(?:, (\d+) tries)?$/.exec(result) ?? []
  const known = contacts[words]
  const text = known ? t(known) : words
  if (!times) return text
  const tries = Number(times)
  return plural(tries, { one: `${text}, # try`, other: `${text}, # tries` })
}
