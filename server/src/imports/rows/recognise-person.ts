import { type ImportCase, type ImportCaseChoice, importCases } from '@muster/contract/import-cases.ts'
import { t, translate } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import type { ImportSettings } from '../import-settings.ts'
import { namesAgree } from '../meaning/compare-names.ts'
import type { NormalisedCandidate } from '../meaning/normalise-candidate.ts'
import { isStandIn } from './find-changes.ts'
import type { People } from './people.ts'
import { type MatchedBy, type MatchKey, matchKeys, type Person } from './person.ts'
import type { Problem, Reason, ResolvedRow } from './resolved-row.ts'

/** A case that a row is of, with whom else it is about as they were then. */
export interface FoundCase {
  kind: ImportCase
  /** What the row says, by which it is of the case. */
  said: { name: string | null; email: string | null; phone: string | null; shared: string | null }
  person: { id: string; row: number | null; name: string; email: string | null; phone: string | null }
}

/** Who a row means. `candidate` is the row's without what stays with others. */
export interface Recognised {
  person: Person | null
  matchedBy: MatchedBy | null
  candidate: NormalisedCandidate
  cases: FoundCase[]
  problems: Problem[]
  /** Why nobody is taken for it. */
  conflict: Reason | null
}

const labels: Record<MatchKey, string> = {
  externalId: /*i18n*/ 'external ID',
  email: /*i18n*/ 'email',
  phone: /*i18n*/ 'phone',
  profileUrl: /*i18n*/ 'profile URL',
}

const caseOfKey = {
  externalId: 'external_id_of_another',
  email: 'email_of_another',
  phone: 'phone_of_another',
  profileUrl: 'profile_url_of_another',
} as const satisfies Record<MatchKey, ImportCase>

/** An e-mail or a phone may be a household's; these are one person's. */
const ofOnePerson: ReadonlySet<MatchKey> = new Set(['externalId', 'profileUrl'])

/** What was chosen for a case, else what holds until somebody chooses. */
export function choiceOf(settings: Pick<ImportSettings, 'cases'>, kind: ImportCase): ImportCaseChoice {
  return settings.cases?.[kind] ?? importCases[kind].choices[0]
}

export function foundCase(
  kind: ImportCase,
  { id, row, fields }: Person,
  { hasName, name, email, phone }: NormalisedCandidate,
  shared: string | null = null,
): FoundCase {
  return {
    kind,
    said: { name: hasName ? name : null, email, phone, shared },
    person: { id, row, name: fields.name, email: fields.email, phone: fields.phone },
  }
}

/** Two people who share an address or a number are never merged because of it. */
function canBe(person: Person, { hasName, name }: NormalisedCandidate): boolean {
  if (!hasName || isStandIn(person.fields) || namesAgree(person.fields.name, name)) return true
  return (person.before ?? []).some(({ kind, value }) => kind === 'name' && namesAgree(value, name))
}

const keysHeld = (person: Person, candidate: NormalisedCandidate) =>
  matchKeys.filter((key) => candidate[key] !== null && candidate[key] === person.fields[key]).length

/** Of those who share it the one whose name agrees, and who has most of what the row says; else who came first. */
function choosePerson(sharing: readonly Person[], candidate: NormalisedCandidate): Person | null {
  if (sharing.length <= 1) return sharing[0] ?? null
  const able = sharing.filter((person) => canBe(person, candidate))
  return (
    able.reduce<Person | null>(
      (best, one) => (best && keysHeld(best, candidate) >= keysHeld(one, candidate) ? best : one),
      null,
    ) ?? sharing[0]!
  )
}

/** The row's own without what identifies somebody else. */
function setAside(candidate: NormalisedCandidate, keys: readonly MatchKey[]): NormalisedCandidate {
  const kept = { ...candidate }
  for (const key of keys) kept[key] = null
  if (keys.includes('phone')) kept.phoneExtension = null
  return kept
}

function explainConflict({ candidate }: ResolvedRow, person: Person, key: MatchKey): Reason {
  const [what, value] = [translate(labels[key]), quote(candidate[key] ?? '')]
  const [theirs, own] = [quote(person.fields.name), quote(candidate.name)]
  return {
    code: caseOfKey[key],
    message:
      person.row === null
        ? t`The ${what} ${value} belongs to ${theirs}, not to ${own}`
        : t`The ${what} ${value} belongs to ${theirs} in row ${person.row}, not to ${own}`,
  }
}

/** A row that says it corrects one about somebody else: the columns of the report and the rest were mixed up. */
function explainOtherRow({ candidate, corrects }: ResolvedRow, person: Person): Reason {
  const [theirs, own] = [quote(person.fields.name), quote(candidate.name)]
  return {
    code: 'other_row',
    message: t`Row ${corrects!.row} of the earlier import is ${theirs}, not ${own}. Keep each row with its row number.`,
  }
}

function warn(code: string, message: string): Problem {
  return { column: null, code, message, severity: 'warning' }
}

/** Says, once chosen so, that a row counts for somebody of another name, or that theirs does not count for the row. */
function noteChoice(row: ResolvedRow, person: Person, key: MatchKey, choice: ImportCaseChoice): Problem {
  const { code, message } = explainConflict(row, person, key)
  if (choice === 'same_person') return warn(code, t`${message}. Treated as the same candidate.`)
  return ofOnePerson.has(key)
    ? warn(code, t`${message}. Imported as a new candidate without this value.`)
    : warn(code, t`${message}. Imported as a new candidate.`)
}

interface Others {
  keys: MatchKey[]
  person: Person
  problems: Problem[]
}

/** Whom the rest of a row's contact data means, where that is somebody else. */
function findOthers(candidate: NormalisedCandidate, people: People, meant: Person): Others | null {
  const keys: MatchKey[] = []
  const others: Person[] = []
  const problems: Problem[] = []
  for (const key of matchKeys) {
    const value = candidate[key]
    if (value === null || meant.fields[key] === value) continue
    const sharing = people.find(key, value)
    const other = sharing[0]
    if (!other || sharing.includes(meant)) continue
    keys.push(key)
    others.push(other)
    const message = t`The ${translate(labels[key])} ${quote(value)} belongs to ${quote(other.fields.name)} and stays with them`
    problems.push(warn('several_people', message))
  }
  return others.length === 0 ? null : { keys, person: others[0]!, problems }
}

const isMatchKey = (key: MatchedBy): key is MatchKey => key !== 'applicationId' && key !== 'candidateId'

/** The person of the row's ID. A row that names somebody else under it was mixed up, so that its ID does not count. */
function personOfId({ known, candidate }: ResolvedRow, people: People, problems: Problem[]): Person | null {
  const person = known && people.byId(known.candidateId)
  if (!person || canBe(person, candidate)) return person
  const [theirs, own] = [quote(person.fields.name), quote(candidate.name)]
  problems.push(warn('id_of_another', t`The ID belongs to ${theirs}, not to ${own}, and is ignored`))
  return null
}

/** Goes through what identifies people in its order, and through the cases on the way as they were decided. */
export function recognisePerson(
  row: ResolvedRow,
  people: People,
  settings: Pick<ImportSettings, 'cases'>,
): Recognised {
  let { candidate } = row
  const cases: FoundCase[] = []
  const problems: Problem[] = []
  const nobody = (conflict: Reason | null): Recognised => ({
    person: null,
    matchedBy: null,
    candidate,
    cases,
    problems,
    conflict,
  })
  /** Takes the row for somebody, unless the rest of its contact data means others and another choice was made. */
  const settle = (person: Person, matchedBy: MatchedBy | null): Recognised => {
    const others = findOthers(candidate, people, person)
    if (!others) return { person, matchedBy, candidate, cases, problems, conflict: null }
    cases.push(foundCase('several_people', others.person, row.candidate, candidate[others.keys[0]!]))
    const choice = choiceOf(settings, 'several_people')
    const [{ message }] = others.problems as [Problem, ...Problem[]]
    if (choice === 'leave_out') return { ...nobody({ code: 'several_people', message }), matchedBy }
    problems.push(...others.problems)
    if (choice === 'same_person') {
      const own = setAside(candidate, others.keys)
      return { person, matchedBy, candidate: own, cases, problems, conflict: null }
    }
    const shared = matchedBy && isMatchKey(matchedBy) ? [matchedBy, ...others.keys] : others.keys
    candidate = setAside(
      candidate,
      shared.filter((one) => ofOnePerson.has(one)),
    )
    return nobody(null)
  }
  const corrected = row.corrects && people.byId(row.corrects.candidateId)
  if (row.corrects && corrected) {
    const mayRename = row.corrects.lost.has('name')
    if (!mayRename && !canBe(corrected, row.candidate)) return nobody(explainOtherRow(row, corrected))
    return settle(corrected, null)
  }
  const byId = personOfId(row, people, problems)
  for (const key of byId ? [row.known!.key] : matchKeys) {
    const value = isMatchKey(key) ? candidate[key] : null
    const person =
      byId ?? (value === null ? null : choosePerson(people.find(key as MatchKey, value), row.candidate))
    if (!person) continue
    if (isMatchKey(key) && !canBe(person, row.candidate)) {
      const kind = caseOfKey[key]
      const choice = choiceOf(settings, kind)
      cases.push(foundCase(kind, person, row.candidate, value))
      if (choice === 'leave_out') return { ...nobody(explainConflict(row, person, key)), matchedBy: key }
      problems.push(noteChoice(row, person, key, choice))
      if (choice === 'new_person') {
        if (ofOnePerson.has(key)) candidate = setAside(candidate, [key])
        continue
      }
    }
    return settle(person, key)
  }
  return nobody(null)
}
