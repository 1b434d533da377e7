import type { mergeChoices, mergeFields } from '@muster/contract/candidate-merges.ts'
import type { consents } from '@muster/contract/candidates.ts'
import { candidateLengths } from '@muster/contract/text-lengths.ts'
import { type CandidateInput, distinctTags } from './insert-candidate.ts'
import type { CandidateRow } from './present-candidate.ts'

export type MergeField = (typeof mergeFields)[number]
export type MergeChoice = (typeof mergeChoices)[number]
export type Choices = Partial<Record<MergeField, MergeChoice>>

/** The fields that a merge lets users choose; the others follow rules of their own. */
type ChosenField = Exclude<keyof CandidateInput, 'doNotCall' | 'consent' | 'customFields'>

/** The columns of each field. Columns that belong together are merged together. */
const columns = {
  name: ['name'],
  email: ['email'],
  phone: ['phone', 'phone_extension'],
  profileUrl: ['profile_url'],
  externalId: ['external_id'],
  location: ['location'],
  currentCompany: ['current_company'],
  currentTitle: ['current_title'],
  notes: ['notes'],
  tags: ['tags'],
  resumeFileId: ['resume_file_id'],
} as const satisfies Record<MergeField | ChosenField, readonly (keyof CandidateRow)[]>

export const fieldOfColumn = new Map<string, MergeField | 'doNotCall' | 'consent' | 'customFields'>([
  ...(Object.keys(columns) as MergeField[]).flatMap((field) =>
    columns[field].map((column) => [column, field] as const),
  ),
  ['do_not_call', 'doNotCall'],
  ['consent', 'consent'],
  ['custom_fields', 'customFields'],
])

type Columns = Partial<CandidateRow>

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const blank = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** Returns the fields in which the two differ, the suggested value, and whether both have one. */
export function compareFields(survivor: CandidateRow, merged: CandidateRow) {
  return (Object.keys(columns) as MergeField[])
    .filter((field) => columns[field].some((column) => !same(survivor[column], merged[column])))
    .map((field) => {
      const [column] = columns[field]
      const conflict = !blank(survivor[column]) && !blank(merged[column])
      const mayBoth = conflict && (field === 'notes' || field === 'tags')
      const choices: MergeChoice[] = mayBoth ? ['survivor', 'merged', 'both'] : ['survivor', 'merged']
      const suggested: MergeChoice = mayBoth ? 'both' : blank(survivor[column]) ? 'merged' : 'survivor'
      return { field, suggested, choices, conflict }
    })
}

/** Withdrawn consent stays withdrawn, whichever of the two withdrew it. */
function mergeConsent(a: string, b: string): (typeof consents)[number] {
  const both = [a, b]
  return both.includes('withdrawn') ? 'withdrawn' : both.includes('given') ? 'given' : 'unknown'
}

/** Merges do-not-call and consent. Emails, calls and imports must keep respecting them, so they are not a choice. */
export function mergeContactPreferences(survivor: CandidateRow, merged: CandidateRow) {
  return {
    do_not_call: survivor.do_not_call || merged.do_not_call,
    consent: mergeConsent(survivor.consent, merged.consent),
  }
}

const maxTags = 50

function both(field: MergeField, survivor: CandidateRow, merged: CandidateRow): Columns {
  if (field === 'tags') return { tags: distinctTags([...survivor.tags, ...merged.tags]).slice(0, maxTags) }
  return { notes: `${survivor.notes}\n\n${merged.notes}`.slice(0, candidateLengths.notes) }
}

function chosen(
  field: MergeField,
  choice: MergeChoice,
  survivor: CandidateRow,
  merged: CandidateRow,
): Columns {
  if (choice === 'both') return both(field, survivor, merged)
  const from = choice === 'survivor' ? survivor : merged
  return Object.fromEntries(columns[field].map((column) => [column, from[column]]))
}

/** Returns the survivor's columns that a merge changes, before and after. */
export function mergedColumns(
  survivor: CandidateRow,
  merged: CandidateRow,
  choices: Choices,
): { before: Columns; after: Columns } {
  const wanted: Columns = {
    ...mergeContactPreferences(survivor, merged),
    // Blanks are filled; no choice is offered.
    custom_fields: { ...(merged.custom_fields as object), ...(survivor.custom_fields as object) },
  }
  for (const { field, suggested, choices: possible } of compareFields(survivor, merged)) {
    const choice = choices[field]
    const taken = choice && possible.includes(choice) ? choice : suggested
    Object.assign(wanted, chosen(field, taken, survivor, merged))
  }
  const all = [...fieldOfColumn.keys()] as (keyof CandidateRow)[]
  const after: Columns = Object.fromEntries(
    all.map((column) => [column, column in wanted ? wanted[column] : survivor[column]]),
  )
  const changed = all.filter((column) => !same(after[column], survivor[column]))
  return { before: Object.fromEntries(changed.map((column) => [column, survivor[column]])), after }
}

export function changedSince(row: CandidateRow, after: Columns): (keyof CandidateRow)[] {
  return (Object.keys(after) as (keyof CandidateRow)[]).filter((column) => !same(row[column], after[column]))
}

/** Formats a value for display in the list of fields that an undo left alone. */
export function asText(value: unknown): string | null {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object' && value !== null) return Object.keys(value).join(', ')
  return value === null || value === undefined ? null : String(value)
}
