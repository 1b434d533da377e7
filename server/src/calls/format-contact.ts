import {
  contactOfEndReason,
  contactOfOutcome,
  missedCall,
  voicemailReceived,
} from '@muster/contract/last-contact.ts'
import { translate } from '#texts'

/** The labels of results with a number of attempts. */
const countedLabels: Record<string, string> = {
  [contactOfEndReason.no_answer]: /*i18n*/ 'No answer, {tries} attempts',
  [contactOfEndReason.busy]: /*i18n*/ 'Busy, {tries} attempts',
  [contactOfEndReason.declined]: /*i18n*/ 'Declined the call, {tries} attempts',
}

/** The labels of stored results that differ from what is stored. */
const labels: Record<string, string> = {
  [contactOfOutcome.qualified]: /*i18n*/ 'Qualified',
  [contactOfOutcome.interested]: /*i18n*/ 'Interested',
  [contactOfOutcome.callback]: /*i18n*/ 'Callback scheduled',
  [contactOfOutcome.not_interested]: /*i18n*/ 'Not interested',
  [contactOfOutcome.not_qualified]: /*i18n*/ 'Not qualified',
  [contactOfOutcome.already_applied]: /*i18n*/ 'Already applied',
  [contactOfEndReason.human_conversation]: /*i18n*/ 'Conversation',
  [contactOfEndReason.ivr]: /*i18n*/ 'Reached a phone menu (IVR)',
  [missedCall]: /*i18n*/ 'Missed call',
  [voicemailReceived]: /*i18n*/ 'Received a voicemail',
}

/** Returns a stored result as screens and exports show it, in the requester's language: "No answer, 2 attempts". */
export function formatContact(result: string): string {
  const [, words = '', tries = ''] = /^(.+), (\d+) tries$/.exec(result) ?? []
  return translate(countedLabels[words]?.replace('{tries}', tries) ?? labels[result] ?? result)
}
