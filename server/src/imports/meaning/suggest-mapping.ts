import {
  confirmBelow,
  type ImportField,
  type ImportTarget,
  importFields,
} from '@muster/contract/import-fields.ts'
import { t, translate } from '#texts'
import { describeValues, type ValueProfile } from './describe-values.ts'
import { fitValues } from './fit-values.ts'
import {
  type HeaderMatch,
  isPlainName,
  isSalutation,
  isStrangersHeader,
  matchHeader,
} from './header-names.ts'
import { foldHeader } from './normalise-header.ts'

/**
 * What a column most likely means. `why` is a sentence for the person who checks it. A confidence below `confirmBelow`
 * asks that person.
 */
export type Suggestion = { field: ImportTarget | null; confidence: number; why: string }

type Column = { header: string; original: string; matches: HeaderMatch[]; profile: ValueProfile }
type Candidate = Suggestion & { field: ImportField; column: number }

/** Below this, a question is more trouble than it saves. */
const minConfidenceToAsk = 0.35
const asked = 0.45
/** From here, a field that takes several columns takes another one. */
const sure = 0.9
/** A column that is empty so far gives way to one with values whose header is not much worse. */
const emptyPenalty = 0.3
const severalColumns = new Set<ImportField>(['tags', 'notes'])

/**
 * Suggests a field for each column from its header, its sample values (`samples[i]` are those of column `i`) and the
 * other columns. A field goes to one column only, the one that fits best, except tags and notes.
 */
export function suggestMapping(
  described: { header: string; original: string }[],
  samples: string[][],
): Suggestion[] {
  const columns = described.map((column, index) => ({
    ...column,
    matches: matchHeader(column.original),
    profile: describeValues(samples[index] ?? []),
  }))
  const named = new Set(
    columns.flatMap(({ matches }) =>
      matches.filter(({ confidence }) => confidence >= sure).map(({ field }) => field),
    ),
  )
  const has = (field: ImportField) => named.has(field)
  const candidates = columns.flatMap((column, index) => {
    const byHeader = column.matches.map((match) => fromHeader(inContext(match, column, has), column))
    return [...byHeader, ...fromValues(column)].map((found) => ({ ...found, column: index }))
  })
  return assign(columns, candidates)
}

function fromHeader({ field, confidence }: HeaderMatch, column: Column): Omit<Candidate, 'column'> {
  const fitting = Math.min(0.99, confidence * fitValues(field, column.profile))
  return {
    field,
    confidence: round(fitting),
    why: explainHeader(column, field, fitting < confidence / 2, fitting < confirmBelow),
  }
}

function assign(columns: Column[], candidates: Candidate[]): Suggestion[] {
  const suggestions: (Suggestion | undefined)[] = columns.map(() => undefined)
  const mappedColumns = new Map<ImportField, number>()
  const weigh = ({ column, confidence }: Candidate) =>
    confidence - (columns[column]!.profile.filled === 0 ? emptyPenalty : 0)
  const sorted = candidates
    .filter(({ confidence }) => confidence >= confirmBelow)
    .sort((a, b) => weigh(b) - weigh(a) || filledOf(columns, b) - filledOf(columns, a) || a.column - b.column)
  const bothNames = (['firstName', 'lastName'] as const).every((part) =>
    sorted.some(({ field }) => field === part),
  )
  const taken: Candidate[] = []
  for (const candidate of sorted) {
    const { column, field, confidence, why } = candidate
    if (suggestions[column]) continue
    const mapped = mappedColumns.get(field)
    const free = mapped === undefined || (severalColumns.has(field) && confidence >= sure)
    if (!free || (field === 'fullName' && bothNames)) {
      taken.push(candidate)
      continue
    }
    mappedColumns.set(field, mapped ?? column)
    suggestions[column] = { field, confidence, why }
  }
  for (const { column, field } of taken) {
    suggestions[column] ??= {
      field: null,
      confidence: 0,
      why: explainLoss(columns, field, mappedColumns.get(field)),
    }
  }
  // The client is imported with the position that is at it.
  const client = mappedColumns.get('clientCompany')
  if (client !== undefined && !mappedColumns.has('position')) suggestions[client] = undefined
  askAboutRest(columns, candidates, suggestions, mappedColumns)
  return suggestions.map(
    (suggestion, index) => suggestion ?? { field: null, confidence: 0, why: explainUnknown(columns[index]!) },
  )
}

/** Asks about columns with values that may be a field which no other column has. */
function askAboutRest(
  columns: Column[],
  candidates: Candidate[],
  suggestions: (Suggestion | undefined)[],
  mappedColumns: Map<ImportField, number>,
): void {
  const isNamed = (['fullName', 'firstName', 'lastName'] as const).some((field) => mappedColumns.has(field))
  const doubtful = candidates
    .filter(({ confidence }) => confidence >= minConfidenceToAsk && confidence < confirmBelow)
    .sort((a, b) => b.confidence - a.confidence || a.column - b.column)
  for (const { column, field, confidence, why } of doubtful) {
    const isTaken = mappedColumns.has(field) || (field === 'fullName' && isNamed)
    if (suggestions[column] || isTaken || columns[column]!.profile.filled === 0) continue
    mappedColumns.set(field, column)
    suggestions[column] = { field, confidence, why }
  }
}

function filledOf(columns: Column[], { column }: Candidate): number {
  return columns[column]!.profile.filled
}

/** What an ambiguous header means beside the others of its file. */
function inContext(match: HeaderMatch, column: Column, has: (field: ImportField) => boolean): HeaderMatch {
  const { field, confidence } = match
  const { matches, original, profile } = column
  const isOnePart = (field === 'firstName' && !has('lastName')) || (field === 'lastName' && !has('firstName'))
  if (isOnePart && profile.filled > 1 && profile.personName >= 0.8)
    return { field: 'fullName', confidence: sure }
  if (confidence >= sure || confidence < confirmBelow) return match
  const canBeRegion = matches.some((other) => other.field === 'region')
  const isBesidePlace = (['city', 'region', 'street', 'postalCode', 'country'] as const).some(has)
  const isApplication = has('status') || has('appliedAt') || has('position')
  switch (field) {
    case 'fullName':
      if (!isPlainName(original)) return { field, confidence: Math.max(0.75, confidence) }
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
      if (confidence >= 0.7) return match
      const isState = isBesidePlace && canBeRegion
      if (profile.statusWord >= 0.5) return { field, confidence: 0.8 }
      return { field, confidence: isState ? 0.2 : 0.4 }
    }
    case 'appliedAt':
      // "Date" and "Created at" may be any day; a birthday or a day to come is none on which somebody applied.
      return profile.date >= 0.5 && profile.recentDate < profile.date / 2
        ? { field, confidence: asked }
        : match
    case 'source':
      return profile.personName >= 0.8 && profile.sourceWord === 0 ? { field, confidence: asked } : match
    case 'profileUrl':
      return { field, confidence: profile.profileUrl >= 0.5 ? sure : 0.5 }
    default:
      return match
  }
}

const namelessHeader =
  /^(?:(?:column|col|field|unnamed|spalte|feld|colonne|champ|columna|campo|coluna|colonna|kolom|kolumna|sloupec|столбец|поле|列|列名) ?\d*)?$/

/** What values alone tell of a column whose header says nothing, and nothing else. */
function fromValues({ original, profile: values }: Column): Omit<Candidate, 'column'>[] {
  const isNameless = namelessHeader.test(foldHeader(original))
  if (values.filled === 0 || (!isNameless && isStrangersHeader(original))) return []
  const isRepeated = values.filled >= 3 && values.unique <= 0.5
  if (values.email >= 0.8)
    return [{ field: 'email', confidence: isRepeated ? asked : 0.85, why: t`The values are email addresses` }]
  if (values.profileUrl >= 0.6)
    return [{ field: 'profileUrl', confidence: 0.85, why: t`The values are profile URLs` }]
  if (values.phone >= 0.8 && (isNameless || (values.writtenAsPhone >= 0.8 && !isRepeated)))
    return [
      { field: 'phone', confidence: isNameless ? 0.75 : asked, why: t`The values look like phone numbers` },
    ]
  if (values.country >= 0.8 && values.filled > 1)
    return [{ field: 'country', confidence: isNameless ? 0.55 : asked, why: t`The values are countries` }]
  if (values.statusWord >= 0.7 && values.longText === 0)
    return [{ field: 'status', confidence: 0.4, why: t`The values look like application statuses` }]
  if (values.sourceWord >= 0.7 && values.longText === 0)
    return [{ field: 'source', confidence: 0.4, why: t`The values look like application sources` }]
  if (values.recentDate >= 0.8)
    return [{ field: 'appliedAt', confidence: 0.36, why: t`The values are recent dates` }]
  if (values.personName >= 0.8 && values.filled > 1)
    return [{ field: 'fullName', confidence: isNameless ? 0.5 : 0.4, why: t`The values look like names` }]
  return []
}

function explainHeader(
  { header }: Column,
  field: ImportField,
  isContradicted: boolean,
  isAsked: boolean,
): string {
  const label = translate(importFields[field])
  if (isContradicted) return t`“${header}” is usually ${label}, but the values do not match`
  return isAsked ? t`“${header}” may mean ${label}` : t`“${header}” means ${label}`
}

function explainUnknown({ header, original, profile }: Column): string {
  return isSalutation(original) || profile.honorific > 0.5
    ? t`“${header}” is a salutation, not part of the name`
    : t`No field matches this column`
}

function explainLoss(columns: Column[], field: ImportField, mapped: number | undefined): string {
  if (mapped === undefined) return t`First and last name are used instead`
  return t`${translate(importFields[field])} is already mapped to “${columns[mapped]!.header}”`
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100
}
