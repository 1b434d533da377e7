import type { FieldType } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'

/** The settings that the server accepts. It refuses a rule that it does not enforce yet, so forms do not offer it. */
export const available = { sortable: false }

/** The types that the server accepts. */
export const availableTypes = (Object.keys(fieldTypes) as FieldType[]).filter((type) => type !== 'file')
