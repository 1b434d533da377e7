import { dispositions } from '@muster/contract/dispositions.ts'
import type { ApplicationDetails } from './present-application-details.ts'

interface Facts {
  secondsInStatus: number
  callAttempts: number
  /** IANA name: times are told as they are in the workspace. */
  timezone: string
}

function span(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

function moment(at: string, timezone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(at))
}

function standing(details: ApplicationDetails, facts: Facts): string {
  const ended = details.dispositionDetails
  if (!ended) return `In ${details.status.name} for ${span(facts.secondsInStatus)}.`
  const why = ended.reason ? ` (${ended.reason.name.toLowerCase()})` : ''
  return `${dispositions[ended.kind].label}${why} on ${moment(ended.decidedAt, facts.timezone)}, from ${ended.status.name}.`
}

function contact(details: ApplicationDetails, facts: Facts): string {
  if (!details.lastContact) return 'Not called yet.'
  const attempts = facts.callAttempts === 1 ? '1 call' : `${facts.callAttempts} calls`
  return `Last contact ${moment(details.lastContact.at, facts.timezone)}: ${details.lastContact.result} (${attempts}).`
}

/** A few sentences one can read aloud before dialling. */
export function summarise(details: ApplicationDetails, facts: Facts): string {
  const { candidate, position, company, owner, callbackAt, otherApplications } = details
  const sentences = [
    `${candidate.name}${candidate.location ? `, ${candidate.location},` : ''} applied for ${position.name} at ${company.name}${details.source ? ` through ${details.source}` : ''}.`,
    standing(details, facts),
    contact(details, facts),
  ]
  if (callbackAt) sentences.push(`Call back ${moment(callbackAt, facts.timezone)}.`)
  if (candidate.doNotCall) sentences.push('Asked not to be called.')
  sentences.push(owner ? `${owner.name} looks after this.` : 'Nobody looks after this yet.')
  if (otherApplications.length > 0)
    sentences.push(
      `Also applied for ${otherApplications
        .slice(0, 3)
        .map((other) => `${other.position.name} (${other.status.name})`)
        .join(', ')}.`,
    )
  return sentences.join(' ')
}
