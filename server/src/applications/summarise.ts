import { dispositions } from '@muster/contract/dispositions.ts'
import { t, translate } from '#texts'
import { sayContact } from '../calls/describe-contact.ts'
import { formatList, formatMoment, formatNumber } from '../texts/format.ts'
import type { ApplicationDetails } from './present-application-details.ts'

interface Facts {
  secondsInStatus: number
  /** Null where the reader may not know of calls. */
  callAttempts: number | null
  /** IANA name: times are told as they are in the workspace. */
  timezone: string
}

function waiting(status: string, seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  if (hours < 1) return t`In ${status} for less than an hour.`
  if (hours === 1) return t`In ${status} for 1 hour.`
  if (hours < 48) return t`In ${status} for ${hours} hours.`
  return t`In ${status} for ${formatNumber(Math.floor(hours / 24))} days.`
}

function applied({ candidate, position, company, source }: ApplicationDetails): string {
  const name = candidate.location ? `${candidate.name} (${candidate.location})` : candidate.name
  return source
    ? t`${name} applied for ${position.name} at ${company.name} through ${source}.`
    : t`${name} applied for ${position.name} at ${company.name}.`
}

function standing(details: ApplicationDetails, facts: Facts): string {
  const ended = details.dispositionDetails
  if (!ended) return waiting(details.status.name, facts.secondsInStatus)
  const label = translate(dispositions[ended.kind].label)
  const how = ended.reason ? `${label} (${ended.reason.name})` : label
  return t`${how} on ${formatMoment(ended.decidedAt, facts.timezone)}, from ${ended.status.name}.`
}

function contact(details: ApplicationDetails, facts: Facts): string[] {
  if (facts.callAttempts === null) return []
  if (!details.lastContact) return [t`Not called yet.`]
  const at = formatMoment(details.lastContact.at, facts.timezone)
  const result = sayContact(details.lastContact.result)
  return [
    facts.callAttempts === 1
      ? t`Last contact ${at}: ${result} (1 call).`
      : t`Last contact ${at}: ${result} (${formatNumber(facts.callAttempts)} calls).`,
  ]
}

/** A few sentences one can read aloud before dialling. */
export function summarise(details: ApplicationDetails, facts: Facts): string {
  const { candidate, owner, callbackAt, otherApplications } = details
  const sentences = [applied(details), standing(details, facts), ...contact(details, facts)]
  if (callbackAt) sentences.push(t`Call back ${formatMoment(callbackAt, facts.timezone)}.`)
  if (candidate.doNotCall) sentences.push(t`Asked not to be called.`)
  sentences.push(owner ? t`${owner.name} looks after this.` : t`Nobody looks after this yet.`)
  const others = otherApplications
    .slice(0, 3)
    .map(({ position, status }) => `${position.name} (${status.name})`)
  if (others.length > 0) sentences.push(t`Also applied for ${formatList(others)}.`)
  return sentences.join(' ')
}
