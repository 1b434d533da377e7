import { type CustomField, type Drafts, isEmptyDraft } from './custom-field.ts'
import { fromDraft, toDraft } from './values.tsx'

/** Returns what a new record's form begins with. */
export function defaultDrafts(fields: readonly CustomField[]): Drafts {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const draft = toDraft(field.defaultValue, field)
      return draft === null ? [] : [[field.key, draft]]
    }),
  )
}

/** Returns the values that the form of a new record sends: those that are filled in. */
export function fromDrafts(drafts: Drafts, fields: readonly CustomField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const draft = drafts[field.key]
      return isEmptyDraft(draft) ? [] : [[field.key, fromDraft(draft, field)]]
    }),
  )
}
