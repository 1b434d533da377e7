import type { ImportPolicy } from '@muster/contract/imports.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { namesAgree } from '../meaning/compare-names.ts'
import type { NormalisedCandidate } from '../meaning/normalise-candidate.ts'
import { quote } from '../meaning/reading.ts'
import { changesToApplication, changesToPerson, isStandIn } from './find-changes.ts'
import type { People } from './people.ts'
import {
  type ApplicationFields,
  type Change,
  type MatchKey,
  matchKeys,
  type Person,
  type PersonApplication,
  type PersonFields,
} from './person.ts'
import type { Problem, Reason, ResolvedRow } from './resolved-row.ts'

export type RowResult = 'create' | 'update' | 'skip' | 'conflict' | 'invalid'

/** What becomes of a row, and why. */
export interface Decision {
  row: ResolvedRow
  result: RowResult
  /** Why it is not taken or changes nothing. */
  reason: Reason | null
  problems: Problem[]
  matchedBy: MatchKey | null
  /** Who is meant; null for somebody new. */
  person: Person | null
  personChanges: Change<PersonFields>[]
  /** The one on the row's position; null where one is created. */
  application: PersonApplication | null
  applicationChanges: Change<ApplicationFields>[]
}

const labels: Record<MatchKey, string> = {
  externalId: /*i18n*/ 'external id',
  email: /*i18n*/ 'e-mail',
  phone: /*i18n*/ 'phone',
  profileUrl: /*i18n*/ 'profile URL',
}

function refuse(row: ResolvedRow, result: 'conflict' | 'invalid' | 'skip', reason: Reason): Decision {
  const problem: Problem = { column: null, ...reason, severity: result === 'skip' ? 'warning' : 'error' }
  // The row's own problem says the same when it is the reason.
  const known = row.problems.some(({ code, message }) => code === reason.code && message === reason.message)
  return {
    row,
    result,
    reason,
    problems: known ? row.problems : [...row.problems, problem],
    matchedBy: null,
    person: null,
    personChanges: [],
    application: null,
    applicationChanges: [],
  }
}

function findPerson(
  candidate: NormalisedCandidate,
  people: People,
): { person: Person; matchedBy: MatchKey } | null {
  for (const matchedBy of matchKeys) {
    const value = candidate[matchedBy]
    const person = value === null ? null : people.find(matchedBy, value)
    if (person) return { person, matchedBy }
  }
  return null
}

/** Two people who share an address or a number are never merged because of it. */
function findConflict(row: ResolvedRow, person: Person, matchedBy: MatchKey): Reason | null {
  const { candidate } = row
  const earlier = (person.before ?? []).filter(({ kind }) => kind === 'name').map(({ value }) => value)
  const names = [person.fields.name, ...earlier]
  if (!candidate.hasName || isStandIn(person.fields)) return null
  if (names.some((name) => namesAgree(name, candidate.name))) return null
  const [what, value] = [translate(labels[matchedBy]), quote(candidate[matchedBy] ?? '')]
  const [theirs, own] = [quote(person.fields.name), quote(candidate.name)]
  return {
    code: `${matchedBy === 'externalId' ? 'external_id' : matchedBy === 'profileUrl' ? 'profile_url' : matchedBy}_of_another`,
    message:
      person.row === null
        ? t`The ${what} ${value} is that of ${theirs}, not of ${own}`
        : t`The ${what} ${value} is that of ${theirs} in row ${person.row}, not of ${own}`,
  }
}

/** Says when other contact data of the row are somebody else's. */
function noteOthers(candidate: NormalisedCandidate, people: People, person: Person): Problem[] {
  return matchKeys.flatMap((key) => {
    const value = candidate[key]
    const other = value === null ? null : people.find(key, value)
    if (!other || other === person) return []
    const message = t`The ${translate(labels[key])} ${quote(value!)} is also that of ${quote(other.fields.name)}`
    return [{ column: null, code: 'several_people', message, severity: 'warning' as const }]
  })
}

/**
 * The application the row speaks of: the open one on its position, else the last that ended there, unless the row
 * says that they applied again after it.
 */
function findApplication(row: ResolvedRow, person: Person): PersonApplication | null {
  const there = person.applications.filter(({ positionId }) => positionId === row.destination!.position.id)
  const open = there.find(({ closedAt }) => closedAt === null)
  const last = open ?? there.at(-1)
  if (!last) return null
  const appliedAgain = !open && row.appliedAt !== null && row.appliedAt > last.closedAt!
  return appliedAgain ? null : last
}

function whySkipped(row: ResolvedRow, application: PersonApplication, policy: ImportPolicy): Reason {
  const position = quote(row.destination!.position.name)
  if (application.row !== null) {
    return { code: 'duplicate_in_file', message: t`The same person and position as row ${application.row}` }
  }
  if (policy !== 'skip')
    return { code: 'nothing_new', message: t`Is on ${position} already, with nothing new to add` }
  return application.closedAt === null
    ? { code: 'already_open', message: t`Is open on ${position} already` }
    : { code: 'already_closed', message: t`Was on ${position} already; the application is closed` }
}

function noteKeptStatus(row: ResolvedRow, application: PersonApplication): Problem[] {
  const { status } = row.destination!
  if (application.row !== null || status.type === application.statusType) return []
  const label = translate(statusTypes[application.statusType].label)
  return [
    {
      column: null,
      code: 'status_kept',
      message: t`Stays in ${quote(label)}: an import does not move people to ${quote(status.name)}`,
      severity: 'warning',
    },
  ]
}

function noteUnrecognisable({ candidate }: ResolvedRow): Problem[] {
  if (matchKeys.some((key) => candidate[key] !== null)) return []
  const message = t`Nothing but a name: without E-mail, Phone or Profile URL the next import adds them again`
  return [{ column: null, code: 'only_a_name', message, severity: 'warning' }]
}

/**
 * Decides what becomes of a row: pure, so that the preview and the import agree. `people` are those it may mean,
 * with what earlier rows made of them.
 */
export function decideRow(row: ResolvedRow, people: People, policy: ImportPolicy): Decision {
  if (row.refusal) return refuse(row, 'invalid', row.refusal)
  const found = policy === 'create_anyway' ? null : findPerson(row.candidate, people)
  const fresh: Decision = {
    row,
    result: 'create',
    reason: null,
    problems: row.problems,
    matchedBy: null,
    person: null,
    personChanges: [],
    application: null,
    applicationChanges: [],
  }
  if (!found) return { ...fresh, problems: [...row.problems, ...noteUnrecognisable(row)] }

  const { person, matchedBy } = found
  const conflict = findConflict(row, person, matchedBy)
  if (conflict) return { ...refuse(row, 'conflict', conflict), matchedBy }
  const { changes: personChanges, kept } = changesToPerson(person, row, policy)
  const application = findApplication(row, person)
  const problems = [...row.problems, ...kept, ...noteOthers(row.candidate, people, person)]
  const known = { ...fresh, matchedBy, person, personChanges, application }
  if (!application) {
    if (person.row !== null)
      problems.push({
        column: null,
        code: 'duplicate_in_file',
        message: t`The same person as row ${person.row}`,
        severity: 'warning',
      })
    return { ...known, problems }
  }
  const applicationChanges = changesToApplication(application, row, policy)
  if (personChanges.length + applicationChanges.length === 0) {
    const refused = refuse({ ...row, problems }, 'skip', whySkipped(row, application, policy))
    return { ...refused, row, matchedBy, person, application }
  }
  if (application.row !== null)
    problems.push({
      column: null,
      ...whySkipped(row, application, policy),
      severity: 'warning',
    })
  return {
    ...known,
    result: 'update',
    applicationChanges,
    problems: [...problems, ...noteKeptStatus(row, application)],
  }
}
