import type { ImportField } from '@muster/contract/import-fields.ts'
import { importFields } from '@muster/contract/import-fields.ts'
import { t, translate } from '#texts'
import { describeValues, type ValueProfile } from './describe-values.ts'
import { isStrangersHeader, matchHeader, normaliseHeader } from './header-names.ts'

/** What a column most likely means. `why` is a sentence for the person who checks it. */
export type Suggestion = { field: ImportField | null; confidence: number; why: string }

type Candidate = Suggestion & { field: ImportField; column: number }
type Column = { header: string; original: string }

/** Below this, a person is quicker choosing than correcting. */
const leastConfidence = 0.5
/** From here, a field that takes several columns takes another one. */
const sure = 0.9
const severalColumns = new Set<ImportField>(['tags', 'notes'])
const plainNames = new Set('name,nom,nombre,nombres,имя,名字,nome,naam,名前'.split(','))

/**
 * Suggests a field for each column from its header, its sample values (`samples[i]` are those of column `i`) and the
 * other columns. A field goes to one column only, the one that fits best, except tags and notes.
 */
export function suggestMapping(columns: Column[], samples: string[][]): Suggestion[] {
  const matches = columns.map(({ original }) => matchHeader(original))
  const has = (field: ImportField) =>
    matches.some((candidates) =>
      candidates.some((match) => match.field === field && match.confidence >= sure),
    )
  const candidates = columns.flatMap((column, index) => {
    const profile = describeValues(samples[index] ?? [])
    const named = matches[index]!.map((match) => inContext(match, column, profile, has)).map(
      ({ field, confidence }) => {
        const fitting = Math.min(0.99, confidence * fit(field, profile))
        return {
          field,
          confidence: round(fitting),
          column: index,
          why: explainHeader(column, field, fitting < confidence / 2),
        }
      },
    )
    return [...named, ...fromValues(column, profile).map((found) => ({ ...found, column: index }))]
  })
  return assign(columns, candidates)
}

function assign(columns: Column[], candidates: Candidate[]): Suggestion[] {
  const suggestions: (Suggestion | undefined)[] = columns.map(() => undefined)
  const takers = new Map<ImportField, number>()
  const sorted = candidates
    .filter(({ confidence }) => confidence >= leastConfidence)
    .sort((a, b) => b.confidence - a.confidence || a.column - b.column)
  const bothNames = (['firstName', 'lastName'] as const).every((part) =>
    sorted.some(({ field }) => field === part),
  )
  const taken: Candidate[] = []
  for (const candidate of sorted) {
    const { column, field, confidence, why } = candidate
    if (suggestions[column]) continue
    const taker = takers.get(field)
    const free = taker === undefined || (severalColumns.has(field) && confidence >= sure)
    if (!free || (field === 'fullName' && bothNames)) {
      taken.push(candidate)
      continue
    }
    takers.set(field, taker ?? column)
    suggestions[column] = { field, confidence, why }
  }
  for (const { column, field } of taken) {
    suggestions[column] ??= {
      field: null,
      confidence: 0,
      why: explainLoss(columns, field, takers.get(field)),
    }
  }
  return suggestions.map(
    (suggestion) => suggestion ?? { field: null, confidence: 0, why: t`Nothing known fits this column` },
  )
}

/** What an ambiguous header means beside the others of its file. */
function inContext(
  match: { field: ImportField; confidence: number },
  { original }: Column,
  profile: ValueProfile,
  has: (field: ImportField) => boolean,
): { field: ImportField; confidence: number } {
  const { field, confidence } = match
  if (confidence >= sure) return match
  const canBeRegion = matchHeader(original).some((other) => other.field === 'region')
  const isBesidePlace = (['city', 'region', 'street', 'postalCode', 'country'] as const).some(has)
  const isApplication = has('status') || has('appliedAt') || has('position')
  switch (field) {
    case 'fullName':
      if (!plainNames.has(normaliseHeader(original))) return { field, confidence: 0.75 }
      if (has('fullName') || (has('lastName') && !has('firstName')))
        return { field: 'firstName', confidence: sure }
      return { field: has('firstName') && !has('lastName') ? 'lastName' : 'fullName', confidence: sure }
    case 'location':
      return has('city') || has('postalCode')
        ? { field: 'street', confidence: sure }
        : { field, confidence: 0.85 }
    case 'position':
      if (has('position') || (has('currentCompany') && !has('currentTitle') && !isApplication)) {
        return { field: 'currentTitle', confidence: 0.85 }
      }
      return { field, confidence: 0.85 }
    case 'currentTitle':
      if (has('currentCompany') || !isApplication) return { field, confidence: 0.8 }
      return { field: 'position', confidence: 0.7 }
    case 'region': {
      if (profile.statusWord >= 0.5) return { field, confidence: 0.3 }
      // A state says more of a place than its county does.
      return { field, confidence: isBesidePlace ? 0.99 : 0.75 }
    }
    case 'status': {
      const isState = isBesidePlace && canBeRegion
      if (profile.statusWord >= 0.5) return { field, confidence: 0.8 }
      return { field, confidence: isState ? 0.2 : 0.4 }
    }
    case 'profileUrl':
      return { field, confidence: profile.profileUrl >= 0.5 ? sure : 0.5 }
    default:
      return match
  }
}

/** How well values agree with a field: 1 when they do or when there are none, far less when they contradict it. */
function fit(field: ImportField, values: ValueProfile): number {
  if (values.filled === 0) return 0.95
  const unless = (holds: boolean) => (holds ? 1 : 0.3)
  switch (field) {
    case 'email':
      return values.email >= 0.5 ? 1.03 : unless(values.email > 0)
    case 'phone':
      return values.phone >= 0.5 ? 1.03 : unless(values.phone > 0)
    case 'profileUrl':
      return values.profileUrl >= 0.5 ? 1.03 : unless(values.url > 0)
    case 'appliedAt':
    case 'statusAt':
    case 'hiredAt':
    case 'closedAt':
      return unless(values.date + values.serialDate >= 0.5)
    case 'firstName':
    case 'lastName':
    case 'fullName':
      return values.honorific > 0.5
        ? 0.3
        : unless(values.email < 0.5 && values.phone < 0.5 && values.url < 0.5)
    case 'externalId':
      return values.unique === 1 ? 1 : 0.7
    case 'postalCode':
      return unless(values.digits >= 0.5)
    case 'country':
      return values.country >= 0.5 ? 1.03 : unless(values.digits < 0.5 && values.email === 0)
    case 'city':
    case 'region':
    case 'currentCompany':
      return unless(values.date < 0.5 && values.email < 0.5 && values.phone < 0.5)
    case 'currentTitle':
    case 'position':
      return values.honorific > 0.5
        ? 0.3
        : unless(values.date < 0.5 && values.email < 0.5 && values.phone < 0.5)
    case 'doNotCall':
    case 'consent':
      return unless(values.answer >= 0.5)
    default:
      return 1
  }
}

/** What values alone tell of a column whose header says nothing, and nothing else. */
function fromValues({ original }: Column, values: ValueProfile): Omit<Candidate, 'column'>[] {
  if (values.filled === 0 || isStrangersHeader(original)) return []
  const nameless = normaliseHeader(original) === ''
  if (values.email >= 0.8)
    return [{ field: 'email', confidence: 0.85, why: t`The values are e-mail addresses` }]
  if (values.profileUrl >= 0.6)
    return [{ field: 'profileUrl', confidence: 0.85, why: t`The values are profile addresses` }]
  if (values.phone >= 0.8) {
    return [{ field: 'phone', confidence: nameless ? 0.75 : 0.4, why: t`The values look like phone numbers` }]
  }
  if (values.country >= 0.8 && values.filled > 1)
    return [{ field: 'country', confidence: 0.55, why: t`The values are countries` }]
  if (nameless && values.personName >= 0.8)
    return [{ field: 'fullName', confidence: 0.5, why: t`The values look like names` }]
  return []
}

function explainHeader({ header }: Column, field: ImportField, contradicted: boolean): string {
  const label = translate(importFields[field])
  return contradicted
    ? t`“${header}” is usually ${label}, but the values are not`
    : t`“${header}” means ${label}`
}

function explainLoss(columns: Column[], field: ImportField, taker: number | undefined): string {
  if (taker === undefined) return t`First and last name are taken instead`
  return t`${translate(importFields[field])} is already taken by “${columns[taker]!.header}”`
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100
}
