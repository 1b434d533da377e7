import type { FieldType } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'

/** The types that the server accepts. */
export const availableTypes = (Object.keys(fieldTypes) as FieldType[]).filter((type) => type !== 'file')
