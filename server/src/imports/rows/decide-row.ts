import type { ImportCase } from '@muster/contract/import-cases.ts'
import type { CustomImportField, ImportPolicy } from '@muster/contract/import-fields.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import type { ImportSettings } from '../import-settings.ts'
import { changesToApplication, changesToPerson, isSameMinute } from './find-changes.ts'
import type { People } from './people.ts'
import {
  type ApplicationFields,
  type Change,
  type MatchedBy,
  matchKeys,
  type Person,
  type PersonApplication,
  type PersonFields,
} from './person.ts'
import { choiceOf, type FoundCase, foundCase, type Recognised, recognisePerson } from './recognise-person.ts'
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
  matchedBy: MatchedBy | null
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
 * The application the row speaks of: the one of its ID, else the one applied for at the same minute, the open one on its
 * position, or the last that ended there, unless the row says that they applied again after it.
 */
function findApplication(row: ResolvedRow, person: Person): PersonApplication | null {
  const { known, appliedAt, positionIds, destination } = row
  const byId = known?.application && person.applications.find(({ id }) => id === known.application?.id)
  if (byId) return byId
  const anywhere = person.applications.filter(({ positionId }) => positionIds.includes(positionId))
  const exact =
    appliedAt !== null && anywhere.findLast(({ fields }) => isSameMinute(appliedAt, fields.appliedAt))
  if (exact) return exact
  // Of several positions of a name the row may mean any; the person may be on one of them only.
  const meant = destination?.position.id ?? anywhere[0]?.positionId
  const there = anywhere.filter(({ positionId }) => positionId === meant)
  if (!destination && there.length < anywhere.length) return null
  const open = there.find(({ closedAt }) => closedAt === null)
  const last = open ?? there.at(-1)
  if (!last) return null
  const appliedAgain = !row.corrects && !open && appliedAt !== null && appliedAt > last.closedAt!
  return appliedAgain ? null : last
}

function whySkipped(row: ResolvedRow, application: PersonApplication, policy: ImportPolicy): Reason {
  const position = quote(row.destination?.position.name ?? row.positionName ?? '')
  if (application.row !== null) {
    return { code: 'duplicate_in_file', message: t`Same candidate and position as row ${application.row}` }
  }
  if (policy !== 'skip' || row.corrects)
    return { code: 'nothing_new', message: t`Already on ${position}. The row contains nothing new.` }
  return application.closedAt === null
    ? { code: 'already_open', message: t`Already has an open application for ${position}` }
    : { code: 'already_closed', message: t`Previously applied for ${position}. The application is closed.` }
}

/** Says that an application that exists keeps its status, where the row names another. */
export function noteKeptStatus(row: ResolvedRow, application: PersonApplication): Problem[] {
  const status = row.destination?.status
  if (!status || application.row !== null || status.type === application.statusType) return []
  const label = translate(statusTypes[application.statusType].label)
  return [
    {
      column: null,
      code: 'status_kept',
      message: t`Stays in ${quote(label)}: imports do not move existing applications to ${quote(status.name)}`,
      severity: 'warning',
    },
  ]
}

function noteUnrecognisable({ candidate }: ResolvedRow): Problem[] {
  if (matchKeys.some((key) => candidate[key] !== null)) return []
  const message = t`Name only: without email, phone or profile URL, the next import adds this candidate again`
  return [{ column: null, code: 'only_a_name', message, severity: 'warning' }]
}

function whyPersonSkipped({ corrects }: ResolvedRow, person: Person, policy: ImportPolicy): Reason {
  if (person.row !== null)
    return { code: 'duplicate_in_file', message: t`Same candidate as row ${person.row}` }
  return policy === 'skip' && !corrects
    ? { code: 'already_known', message: t`This candidate already exists` }
    : { code: 'nothing_new', message: t`This candidate already exists. The row contains nothing new.` }
}

/** Decides a row of a file of people alone, about somebody known or brought by an earlier row. */
function decidePerson(
  fresh: Decision,
  { person, matchedBy, problems: found }: Recognised & { person: Person },
  given: ResolvedRow,
  settings: CaseSettings,
): Decision {
  const { row, cases } = fresh
  const choice = person.row === null ? null : choiceOf(settings, 'duplicate_in_file')
  if (choice) cases.push(foundCase('duplicate_in_file', person, given.candidate))
  const skippedBecause = whyPersonSkipped(row, person, settings.policy)
  const twice: Problem = { column: null, ...skippedBecause, severity: 'warning' }
  if (choice === 'new_person') return { ...fresh, problems: [...fresh.problems, twice, noteAlone()] }
  const skipped = (problems: Problem[]): Decision => ({
    ...refuse({ ...row, problems }, 'skip', skippedBecause),
    row,
    matchedBy,
    cases,
    person,
  })
  if (choice === 'leave_out') return skipped(fresh.problems)
  const { changes, kept } = changesToPerson(person, row, settings.policy)
  const problems = [...row.problems, ...kept, ...found]
  if (changes.length === 0) return skipped(problems)
  return {
    ...fresh,
    result: 'update',
    matchedBy,
    person,
    personChanges: changes,
    problems: choice ? [...problems, twice] : problems,
  }
}

/** Says that somebody is added without an application. */
function noteAlone(): Problem {
  return {
    column: null,
    code: 'without_application',
    message: t`Added without an application because no position is given`,
    severity: 'warning',
  }
}

/** Which case somebody on the position is, and what becomes of it. */
function caseOnPosition(application: PersonApplication): ImportCase {
  if (application.row !== null) return 'duplicate_in_file'
  return application.closedAt === null ? 'already_open' : 'already_closed'
}

/** Whether a person has a value of a custom field once the row is imported. */
function willHave({ person, personChanges }: Decision, target: CustomImportField): boolean {
  const change = personChanges.find(({ field }) => field === target)
  const value = change ? change.after : person?.fields[target as keyof typeof person.fields]
  return value !== null && value !== undefined
}

/** Adds which required custom fields are empty in what the row creates, and in the status that it is created in. */
function withMissing(decision: Decision): Decision {
  const { result, row, person, application } = decision
  if (result !== 'create') return decision
  const missing = row.missing.filter(({ target, isOfApplication, isAlways, isInStatus }) => {
    if (isOfApplication) return !application && !row.isAlone
    return person ? isInStatus && !willHave(decision, target) : isAlways || isInStatus
  })
  const problems = missing.map(({ problem }) => problem)
  return problems.length ? { ...decision, problems: [...decision.problems, ...problems] } : decision
}

/**
 * Decides what becomes of a row: pure, so that the preview and the import agree. `people` are those it may mean,
 * with what earlier rows made of them.
 */
export function decideRow(given: ResolvedRow, people: People, settings: CaseSettings): Decision {
  if (given.refusal) return refuse(given, 'invalid', given.refusal)
  if (given.gone) return refuse(given, 'skip', given.gone)
  const decision = withMissing(decideTakenRow(given, people, settings))
  if (decision.result === 'create' && !given.isAlone && !given.noDestination)
    return { ...decision, problems: [...decision.problems, ...given.history.problems] }
  if (!given.noDestination || decision.application) return decision
  return refuse(given, 'invalid', given.noDestination)
}

function decideTakenRow(given: ResolvedRow, people: People, settings: CaseSettings): Decision {
  const { policy } = settings
  const found =
    policy === 'create_anyway' && !given.corrects ? null : recognisePerson(given, people, settings)
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
  if (!found?.person) {
    const problems = [...fresh.problems, ...noteUnrecognisable(row), ...(row.isAlone ? [noteAlone()] : [])]
    return { ...fresh, problems }
  }
  if (row.isAlone) return decidePerson(fresh, { ...found, person: found.person }, given, settings)

  const { person, matchedBy } = found
  const there = findApplication(row, person)
  // A row that corrects an earlier one is about what that row made: no question.
  const onPosition = there && !row.corrects ? caseOnPosition(there) : null
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
        message: t`Same candidate as row ${person.row}`,
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
