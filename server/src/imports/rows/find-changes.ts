import type { FieldValue } from '@muster/contract/field-values.ts'
import type { ImportPolicy } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import { isSameValue } from '../../custom-fields/read-values.ts'
import type { CustomValues } from '../custom/custom-values.ts'
import { namesOverlap } from '../meaning/compare-names.ts'
import { withRemarks } from './notes-of-row.ts'
import type {
  ApplicationFields,
  Change,
  Person,
  PersonApplication,
  PersonField,
  PersonFields,
} from './person.ts'
import type { Problem, ResolvedRow } from './resolved-row.ts'
import type { StoredField } from './stored-field.ts'

/** Whether the name was only put there because none was known. */
export function isStandIn({ name, email, phone, profileUrl }: PersonFields): boolean {
  return name === email || name === phone || (profileUrl !== null && name === profileUrl.split('/').at(-1))
}

/** The fields with a rule of their own; of all others the text replaces the one before. */
type OtherField = 'name' | 'phoneExtension' | 'notes' | 'doNotCall' | 'consent'

type TextField = Exclude<PersonField, OtherField>

const textFields = Object.keys({
  email: true,
  phone: true,
  profileUrl: true,
  externalId: true,
  location: true,
  currentCompany: true,
  currentTitle: true,
} satisfies Record<TextField, true>) as TextField[]

function newName(before: PersonFields, row: ResolvedRow, policy: ImportPolicy): string | null {
  const { name, hasName } = row.candidate
  if (!hasName || name === before.name) return null
  if (isStandIn(before)) return name
  if (row.corrects?.lost.has('name') && before.name === row.corrects.lost.get('name')) return name
  if (policy !== 'overwrite') return null
  // "P. Sharma" tells less than "Priya Sharma". Another name altogether was chosen to be theirs.
  return name.length >= before.name.length || !namesOverlap(name, before.name) ? name : null
}

function keptProblem(message: string): Problem {
  return { column: null, code: 'kept', message, severity: 'warning' }
}

/** Whether a row may write a field: by the policy, or because it corrects the row that lost the field's value. */
function createMayWrite<Fields>(
  before: Fields,
  { corrects }: ResolvedRow,
  policy: ImportPolicy,
): (field: keyof Fields & StoredField) => boolean {
  return (field) => {
    const value = before[field] ?? null
    const isBlank = value === null || value === 'unknown' || (Array.isArray(value) && value.length === 0)
    if (policy === 'overwrite' || (policy === 'fill_blanks' && isBlank)) return true
    // Whatever somebody entered since stays.
    if (!corrects?.lost.has(field)) return false
    return isBlank || JSON.stringify(value) === JSON.stringify(corrects.lost.get(field))
  }
}

function customChanges<Prefix extends 'field' | 'candidate'>(
  prefix: Prefix,
  before: CustomValues<Prefix>,
  { custom }: ResolvedRow,
  mayWrite: (field: `${Prefix}.${string}`) => boolean,
): { field: `${Prefix}.${string}`; before: FieldValue | null; after: FieldValue }[] {
  return custom.flatMap(({ target, value, isTime, isChoosable }) => {
    if (!target.startsWith(`${prefix}.`)) return []
    const field = target as `${Prefix}.${string}`
    const now = before[field] ?? null
    const isSame = isTime && now !== null ? isSameMinute(String(value), String(now)) : isSameValue(now, value)
    if (!isChoosable || isSame || !mayWrite(field)) return []
    return [{ field, before: now, after: value }]
  })
}

/** What a row changes about somebody who is there already, and what it must not. A blank cell erases nothing. */
export function changesToPerson(
  person: Person,
  row: ResolvedRow,
  policy: ImportPolicy,
): { changes: Change<PersonFields>[]; kept: Problem[] } {
  const fills = policy === 'fill_blanks' || policy === 'overwrite'
  if (!fills && !row.corrects) return { changes: [], kept: [] }
  const before = person.fields
  const said = row.candidate
  const mayWrite = createMayWrite(before, row, policy)
  const changes: Change<PersonFields>[] = []
  const kept: Problem[] = []
  const change = (field: keyof PersonFields, after: unknown) =>
    changes.push({ field, before: before[field], after })

  const name = newName(before, row, policy)
  if (name !== null) change('name', name)
  for (const field of textFields) {
    const after = said[field]
    if (after === null || after === before[field] || !mayWrite(field)) continue
    change(field, after)
    // An extension goes with its number.
    if (field === 'phone' && said.phoneExtension !== before.phoneExtension)
      change('phoneExtension', said.phoneExtension)
  }
  const own = row.notes !== null && mayWrite('notes') ? row.notes : before.notes
  const notes = withRemarks(own, row)
  if (notes !== before.notes) change('notes', notes)
  const sameNumber = said.phone !== null && said.phone === before.phone
  if (sameNumber && said.phoneExtension !== null && said.phoneExtension !== before.phoneExtension) {
    if (fills ? before.phoneExtension === null || policy === 'overwrite' : mayWrite('phone'))
      change('phoneExtension', said.phoneExtension)
  }
  changes.push(...customChanges('candidate', before, row, mayWrite))
  const mayMark = fills || row.corrects?.lost.has('doNotCall')
  if (said.doNotCall === true && !before.doNotCall && mayMark) change('doNotCall', true)
  if (said.doNotCall === false && before.doNotCall)
    kept.push(keptProblem(t`This candidate asked not to be called. An import does not change that.`))
  if (said.consent !== null && said.consent !== 'unknown' && said.consent !== before.consent) {
    const mayWithdraw = fills && said.consent === 'withdrawn'
    if (before.consent === 'withdrawn')
      kept.push(keptProblem(t`This candidate withdrew consent. An import does not change that.`))
    else if (mayWithdraw || mayWrite('consent')) change('consent', said.consent)
  }
  return { changes, kept }
}

/** Files say when somebody applied to the minute. */
export function isSameMinute(said: string, known: string): boolean {
  return said === known || Math.floor(Date.parse(said) / 60_000) === Math.floor(Date.parse(known) / 60_000)
}

/** What a row changes about an application that is there already; never its status. */
export function changesToApplication(
  application: PersonApplication,
  row: ResolvedRow,
  policy: ImportPolicy,
): Change<ApplicationFields>[] {
  if (policy !== 'fill_blanks' && policy !== 'overwrite' && !row.corrects) return []
  const before = application.fields
  const mayWrite = createMayWrite(before, row, policy)
  const changes: Change<ApplicationFields>[] = []
  for (const field of ['ownerId', 'source'] as const) {
    const after = row.said[field]
    if (after === null || after === before[field]) continue
    if (mayWrite(field)) changes.push({ field, before: before[field], after })
  }
  const tagsDiffer = row.tags.length > 0 && JSON.stringify(row.tags) !== JSON.stringify(before.tags)
  if (tagsDiffer && mayWrite('tags')) changes.push({ field: 'tags', before: before.tags, after: row.tags })
  if (row.appliedAt !== null && !isSameMinute(row.appliedAt, before.appliedAt) && mayWrite('appliedAt'))
    changes.push({ field: 'appliedAt', before: before.appliedAt, after: row.appliedAt })
  return [...changes, ...customChanges('field', before, row, mayWrite)]
}
