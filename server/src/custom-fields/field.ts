import type { FieldSubject, FieldType } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'

export interface FieldOption {
  id: string
  label: string
  color: string | null
  retired: boolean
  mergedInto: string | null
}

export interface FieldValidation {
  min?: number
  max?: number
  maxLength?: number
}

/** The definition of a custom field. */
export interface Field {
  id: string
  subject: FieldSubject
  key: string
  label: string
  help: string | null
  type: FieldType
  section: string | null
  unit: string | null
  currency: string | null
  options: FieldOption[]
  validation: FieldValidation
  defaultValue: FieldValue | null
  required: { always: boolean; fromStatusType: StatusType | null; outcomes: string[] }
  visibleTo: Role[] | null
  editableTo: Role[] | null
  personal: boolean
  sortable: boolean
  /** Null if lists cannot be sorted by it. */
  sorting: 'preparing' | 'ready' | null
  onCards: boolean
  ordinal: number
  /** A change that rewrites its values is waiting. */
  isChanging: boolean
  retiredAt: string | null
  version: number
  createdAt: string
  updatedAt: string
}
