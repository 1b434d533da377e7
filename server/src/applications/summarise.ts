import { dispositions } from '@muster/contract/dispositions.ts'
import { plural, t, translate } from '#texts'
import { formatContact } from '../calls/format-contact.ts'
import { formatList, formatMoment } from '../texts/format.ts'
import type { ApplicationDetails } from './present-application-details.ts'

interface Facts {
  secondsInStatus: number
  /** Null if the reader may not learn of calls. */
  callAttempts: number | null
  /** IANA name. Times are written in the workspace's time zone. */
  timezone: string
}

function waiting(status: string, seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  if (hours < 1) return t`In ${status} for less than an hour.`
  if (hours < 48) return t`In ${status} for ${plural(hours, { one: '# hour', other: '# hours' })}.`
  return t`In ${status} for ${plural(Math.floor(hours / 24), { one: '# day', other: '# days' })}.`
}

function describeApplied({ candidate, position, company, source }: ApplicationDetails): string {
  const name = candidate.location ? `${candidate.name} (${candidate.location})` : candidate.name
  return source
    ? t`${name} applied for ${position.name} at ${company.name} via ${source}.`
    : t`${name} applied for ${position.name} at ${company.name}.`
}

function describeStatus(details: ApplicationDetails, facts: Facts): string {
  const ended = details.dispositionDetails
  if (!ended) return waiting(details.status.name, facts.secondsInStatus)
  const label = translate(dispositions[ended.kind].label)
  const how = ended.reason ? `${label} (${ended.reason.name})` : label
  return t`${how} on ${formatMoment(ended.decidedAt, facts.timezone)}, from ${ended.status.name}.`
}

function describeContacts(details: ApplicationDetails, facts: Facts): string[] {
  if (facts.callAttempts === null) return []
  if (!details.lastContact) return [t`Not called yet.`]
  const at = formatMoment(details.lastContact.at, facts.timezone)
  const result = formatContact(details.lastContact.result)
  return [
    t`Last contact ${at}: ${result} (${plural(facts.callAttempts, { one: '# call', other: '# calls' })}).`,
  ]
}

/** Returns a few sentences to read before dialling. */
export function summarise(details: ApplicationDetails, facts: Facts): string {
  const { candidate, owner, callbackAt, otherApplications } = details
  const sentences = [
    describeApplied(details),
    describeStatus(details, facts),
    ...describeContacts(details, facts),
  ]
  if (callbackAt) sentences.push(t`Callback: ${formatMoment(callbackAt, facts.timezone)}.`)
  if (candidate.doNotCall) sentences.push(t`Asked not to be called.`)
  sentences.push(owner ? t`Owner: ${owner.name}.` : t`Unassigned.`)
  const others = otherApplications
    .slice(0, 3)
    .map(({ position, status }) => `${position.name} (${status.name})`)
  if (others.length > 0) sentences.push(t`Also applied for ${formatList(others)}.`)
  return sentences.join(' ')
}
