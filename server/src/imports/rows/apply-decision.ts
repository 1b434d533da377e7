import type { CustomValues } from '../custom/custom-values.ts'
import type { Decision } from './decide-row.ts'
import { withRemarks } from './notes-of-row.ts'
import type { People } from './people.ts'
import type { Person, PersonApplication } from './person.ts'
import type { ResolvedRow } from './resolved-row.ts'

/** A decision as it was carried out on the people in memory, to be written down later. */
export interface Outcome extends Decision {
  /** The row brought the person. */
  personIsNew: boolean
  /** The row brought the application. */
  applicationIsNew: boolean
  /** As the row left them, so that a later change shows. */
  personVersion: number | null
  applicationVersion: number | null
}

function newValues<Prefix extends 'field' | 'candidate'>(
  prefix: Prefix,
  { custom }: ResolvedRow,
): CustomValues<Prefix> {
  const chosen = custom.filter(({ target, isChoosable }) => isChoosable && target.startsWith(`${prefix}.`))
  return Object.fromEntries(chosen.map(({ target, value }) => [target, value])) as CustomValues<Prefix>
}

function newPerson({ row }: Decision, id: string): Person {
  const { candidate } = row
  return {
    id,
    row: row.number,
    version: 1,
    applications: [],
    fields: {
      name: candidate.name,
      email: candidate.email,
      phone: candidate.phone,
      phoneExtension: candidate.phoneExtension,
      profileUrl: candidate.profileUrl,
      externalId: candidate.externalId,
      location: candidate.location,
      currentCompany: candidate.currentCompany,
      currentTitle: candidate.currentTitle,
      notes: withRemarks(row.notes, row),
      doNotCall: candidate.doNotCall ?? false,
      consent: candidate.consent ?? 'unknown',
      ...newValues('candidate', row),
    },
  }
}

function newApplication({ row }: Decision, id: string, now: string): PersonApplication {
  const { position, status, ending } = row.destination!
  return {
    id,
    positionId: position.id,
    row: row.number,
    statusId: status.id,
    statusType: status.type,
    closedAt: ending ? (row.history.at ?? now) : null,
    version: 1,
    fields: {
      ownerId: row.ownerId,
      source: row.source,
      tags: row.tags,
      appliedAt: row.appliedAt ?? row.history.at ?? now,
      ...newValues('field', row),
    },
  }
}

/**
 * Makes the people in memory what the decision makes of them, so that the next row of the same person sees it.
 * `makeId` gives ids that sort in the order they are made; `now` is when the rows are written.
 */
export function applyDecision(
  decision: Decision,
  people: People,
  makeId: () => string,
  now: string,
): Outcome {
  const { result } = decision
  if (result !== 'create' && result !== 'update')
    return {
      ...decision,
      personIsNew: false,
      applicationIsNew: false,
      personVersion: null,
      applicationVersion: null,
    }

  const person = decision.person ?? newPerson(decision, makeId())
  if (decision.personChanges.length > 0) {
    for (const { field, after } of decision.personChanges) Object.assign(person.fields, { [field]: after })
    person.version += 1
  }
  people.add(person)
  const isNew = decision.application === null && !decision.row.isAlone
  const application = isNew ? newApplication(decision, makeId(), now) : decision.application
  if (application && isNew) person.applications.push(application)
  if (application && decision.applicationChanges.length > 0) {
    for (const { field, after } of decision.applicationChanges)
      Object.assign(application.fields, { [field]: after })
    application.version += 1
  }
  return {
    ...decision,
    person,
    application,
    personIsNew: decision.person === null,
    applicationIsNew: isNew,
    personVersion: person.version,
    applicationVersion: application?.version ?? null,
  }
}
