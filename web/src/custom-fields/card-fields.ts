import { type NamedField, useApplicationFields } from './application-fields.ts'

/** Returns the fields that the cards of boards show. */
export function useCardFields(): readonly NamedField[] {
  return useApplicationFields().filter(({ field }) => field.onCards)
}
