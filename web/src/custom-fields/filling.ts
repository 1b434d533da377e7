import { ApiError } from '../api/api-error.ts'
import type { CustomField } from './custom-field.ts'

export type MissingField = Pick<CustomField, 'subject' | 'key' | 'label'>

/** The empty fields of each application, as the server's refusal names them. */
export type Missing = readonly { applicationId: string; fields: readonly MissingField[] }[]

/** Values for empty fields, as requests that move applications take them. Those of a call are in `customFields` too. */
export interface Filling {
  customFields?: Record<string, unknown>
  candidate?: { customFields: Record<string, unknown> }
}

export interface FillingRequest {
  /** "Samuel Reyes", or "12 applications". */
  subject: string
  /** How many applications the action is about. */
  of: number
  /** The verb on the button, with its object: "Move to Interview". */
  action: string
}

/** Returns what an error says is missing; null for another error. */
export function missingOf(error: unknown): Missing | null {
  if (!(error instanceof ApiError) || error.code !== 'FIELDS_REQUIRED') return null
  return (error.details?.missing ?? []) as Missing
}
