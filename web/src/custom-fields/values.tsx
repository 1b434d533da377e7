import type { ReactNode } from 'react'
import { type CustomField, type Draft, isEmptyDraft } from './custom-field.ts'
import { fieldTypes } from './field-types.tsx'

/** Returns whether a record has no such value. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Returns a value as its editor holds it. */
export function toDraft(value: unknown, field: CustomField): Draft {
  return isEmpty(value) ? null : fieldTypes[field.type].toDraft(value, field)
}

/** Returns a value as the API takes it; null clears. */
export function fromDraft(draft: Draft | undefined, field: CustomField): unknown {
  return draft === undefined || draft === null || isEmptyDraft(draft)
    ? null
    : fieldTypes[field.type].fromDraft(draft, field)
}

/** Returns whether two drafts stand for one value: `4,750.50` is `4750.5`. */
export function sameValue(a: Draft, b: Draft, field: CustomField): boolean {
  return JSON.stringify(fromDraft(a, field)) === JSON.stringify(fromDraft(b, field))
}

/** Returns a value as plain text; null if it is empty or has no text. */
export function valueText(value: unknown, field: CustomField): string | null {
  return isEmpty(value) ? null : fieldTypes[field.type].text(value, field)
}

/** Shows a value; null if it is empty. */
export function showValue(value: unknown, field: CustomField): ReactNode {
  if (isEmpty(value)) return null
  const { show, text } = fieldTypes[field.type]
  return show ? show(value, field) : text(value, field)
}

/** Shows what an editor holds. Text that is no value is shown as typed. */
export function showDraft(draft: Draft, field: CustomField): ReactNode {
  return showValue(fromDraft(draft, field), field)
}
