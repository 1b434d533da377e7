import { t } from '@lingui/core/macro'
import { type CallEndReason, type CallOutcome, endReasonLabels, outcomeLabels } from './call-labels.ts'

/** The keypad: 1 to 3 not reached, 4 to 9 reached, 0 the rest. The keys never change. */
export const keypad = [
  { endReason: 'no_answer' },
  { endReason: 'voicemail' },
  { endReason: 'busy' },
  { outcome: 'callback' },
  { outcome: 'interested' },
  { outcome: 'qualified' },
  { outcome: 'not_interested' },
  { outcome: 'not_qualified' },
  { outcome: 'do_not_call' },
] as const satisfies ({ endReason: CallEndReason } | { outcome: CallOutcome })[]

/** The rarer results, behind 0. */
export const otherResults = [
  { endReason: 'declined' },
  { endReason: 'invalid_number' },
  { endReason: 'ivr' },
  { outcome: 'wrong_number' },
  { outcome: 'wrong_person' },
  { outcome: 'already_applied' },
  { outcome: 'language_barrier' },
  { outcome: 'dropped_early' },
] as const satisfies ({ endReason: CallEndReason } | { outcome: CallOutcome })[]

export type CallResult = (typeof keypad)[number] | (typeof otherResults)[number]

export const resultLabel = (result: CallResult) =>
  t('outcome' in result ? outcomeLabels[result.outcome] : endReasonLabels[result.endReason])
