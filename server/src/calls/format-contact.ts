import { translate } from '#texts'
import { leftVoicemail, missed, ofEndReason, ofOutcome } from './describe-contact.ts'

/** The labels of results with a number of attempts. */
const countedLabels: Record<string, string> = {
  [ofEndReason.no_answer]: /*i18n*/ 'No answer, {tries} attempts',
  [ofEndReason.busy]: /*i18n*/ 'Busy, {tries} attempts',
  [ofEndReason.declined]: /*i18n*/ 'Declined the call, {tries} attempts',
}

/** The labels of stored results that differ from what is stored. */
const labels: Record<string, string> = {
  [ofOutcome.qualified]: /*i18n*/ 'Qualified',
  [ofOutcome.interested]: /*i18n*/ 'Interested',
  [ofOutcome.callback]: /*i18n*/ 'Callback scheduled',
  [ofOutcome.not_interested]: /*i18n*/ 'Not interested',
  [ofOutcome.not_qualified]: /*i18n*/ 'Not qualified',
  [ofOutcome.already_applied]: /*i18n*/ 'Already applied',
  [ofEndReason.human_conversation]: /*i18n*/ 'Conversation',
  [ofEndReason.ivr]: /*i18n*/ 'Reached a phone menu (IVR)',
  [missed]: /*i18n*/ 'Missed call',
  [leftVoicemail]: /*i18n*/ 'Received a voicemail',
}

/** Returns a stored result as screens and exports show it, in the requester's language: "No answer, 2 attempts". */
export function formatContact(result: string): string {
  const [, words = '', tries = ''] = /^(.+), (\d+) tries$/.exec(result) ?? []
  return translate(countedLabels[words]?.replace('{tries}', tries) ?? labels[result] ?? result)
}
