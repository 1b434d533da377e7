import type { ImportCase } from '@muster/contract/import-cases.ts'
import type { ImportPolicy } from '@muster/contract/import-fields.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import type { ImportSettings } from '../import-settings.ts'
import { quote } from '../meaning/reading.ts'
import { changesToApplication, changesToPerson } from './find-changes.ts'
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
import { choiceOf, type FoundCase, foundCase, recognisePerson } from './recognise-person.ts'
import type { Problem, Reason, ResolvedRow } from './resolved-row.ts'

/** What was chosen about people: what to do with those who exist, and with each case. */
export type CaseSettings = Pick<ImportSettings, 'policy' | 'cases'>

export type RowResult = 'create' | 'update' | 'skip' | 'conflict' | 'invalid'

/** What becomes of a row, and why. */
export interface Decision {
  row: ResolvedRow
  result: RowResult
  /** Why it is not taken or changes nothing. */
  reason: Reason | null
  problems: Problem[]
  matchedBy: MatchKey | null
  /** What a person decides about it, with whom it is about. */
  cases: FoundCase[]
  /** Who is meant; null for somebody new. */
  person: Person | null
  personChanges: Change<PersonFields>[]
  /** The one on the row's position; null where one is created. */
  application: PersonApplication | null
  applicationChanges: Change<ApplicationFields>[]
}

export function refuse(row: ResolvedRow, result: 'conflict' | 'invalid' | 'skip', reason: Reason): Decision {
  const problem: Problem = { column: null, ...reason, severity: result === 'skip' ? 'warning' : 'error' }
  // The row's own problem says the same when it is the reason.
  const known = row.problems.some(({ code, message }) => code === reason.code && message === reason.message)
  return {
    row,
    result,
    reason,
    problems: known ? row.problems : [...row.problems, problem],
    matchedBy: null,
    cases: [],
    person: null,
    personChanges: [],
    application: null,
    applicationChanges: [],
  }
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

/** Which case somebody on the position is, and what becomes of it. */
function caseOnPosition(application: PersonApplication): ImportCase {
  if (application.row !== null) return 'duplicate_in_file'
  return application.closedAt === null ? 'already_open' : 'already_closed'
}

/**
 * Decides what becomes of a row: pure, so that the preview and the import agree. `people` are those it may mean,
 * with what earlier rows made of them.
 */
export function decideRow(given: ResolvedRow, people: People, settings: CaseSettings): Decision {
  if (given.refusal) return refuse(given, 'invalid', given.refusal)
  const { policy } = settings
  const found = policy === 'create_anyway' ? null : recognisePerson(given, people, settings)
  if (found?.conflict)
    return { ...refuse(given, 'conflict', found.conflict), matchedBy: found.matchedBy, cases: found.cases }
  const row = found && found.candidate !== given.candidate ? { ...given, candidate: found.candidate } : given
  const cases = found?.cases ?? []
  const fresh: Decision = {
    row,
    result: 'create',
    reason: null,
    problems: [...row.problems, ...(found?.problems ?? [])],
    matchedBy: null,
    cases,
    person: null,
    personChanges: [],
    application: null,
    applicationChanges: [],
  }
  if (!found?.person) return { ...fresh, problems: [...fresh.problems, ...noteUnrecognisable(row)] }

  const { person, matchedBy } = found
  const there = findApplication(row, person)
  const onPosition = there && caseOnPosition(there)
  if (there && onPosition) cases.push(foundCase(onPosition, person, given.candidate))
  const choice = onPosition && choiceOf(settings, onPosition)
  if (there && choice === 'leave_out') {
    const refused = refuse({ ...row, problems: fresh.problems }, 'skip', whySkipped(row, there, 'skip'))
    return { ...refused, row, matchedBy, cases, person, application: there }
  }
  if (there && choice === 'new_person') {
    const problem: Problem = { column: null, ...whySkipped(row, there, 'skip'), severity: 'warning' }
    return { ...fresh, problems: [...fresh.problems, problem] }
  }
  const { changes: personChanges, kept } = changesToPerson(person, row, policy)
  const application = choice === 'apply_again' ? null : there
  const problems = [...row.problems, ...kept, ...found.problems]
  const known = { ...fresh, matchedBy, person, personChanges, application }
  if (!application) {
    if (person.row !== null)
      problems.push({
        column: null,
        code: 'also_in_file',
        message: t`The same person as row ${person.row}`,
        severity: 'warning',
      })
    return { ...known, problems }
  }
  const applicationChanges = changesToApplication(application, row, policy)
  if (personChanges.length + applicationChanges.length === 0) {
    const refused = refuse({ ...row, problems }, 'skip', whySkipped(row, application, policy))
    return { ...refused, row, matchedBy, cases, person, application }
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
