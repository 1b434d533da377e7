import type { CustomField, FieldValues } from '../custom-fields/custom-field.ts'
import type { CallOutcome } from './call-labels.ts'

/** Returns whether a call with this outcome cannot be logged without the field. */
export function isRequiredForCall({ canEdit, required }: CustomField, outcome: CallOutcome | null): boolean {
  return canEdit && (required.always || (outcome !== null && required.outcomes.includes(outcome)))
}

/** Returns the fields that a call with this outcome lacks. */
export function missingForCall(
  fields: readonly CustomField[],
  outcome: CallOutcome,
  values: FieldValues,
): CustomField[] {
  return fields.filter(
    ({ key, canEdit, required }) =>
      canEdit && required.outcomes.includes(outcome) && !Object.hasOwn(values, key),
  )
}
