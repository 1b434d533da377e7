import type { listCustomFields } from '@muster/contract/custom-fields.ts'
import type { RowOf } from '../api/query.ts'

export type CustomField = RowOf<typeof listCustomFields>
export type FieldType = CustomField['type']
export type FieldSubject = CustomField['subject']
export type FieldOption = CustomField['options'][number]

/** The values of a record, by the keys of their fields. */
export type FieldValues = Readonly<Record<string, unknown>>

/** A value as its editor holds it: text as typed, or the IDs of what is chosen. Null is empty. */
export type Draft = string | string[] | null

export type Drafts = Record<string, Draft>

export function isEmptyDraft(draft: Draft | undefined): boolean {
  return draft === undefined || draft === null || draft.length === 0
}
