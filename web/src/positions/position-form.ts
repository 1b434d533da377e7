import type { FormErrors } from '@mantine/form'
import type { CallOf } from '@muster/contract/endpoint.ts'
import type { createPosition } from '@muster/contract/positions.ts'
import type { PositionDetails, PositionState } from './position-state.ts'

/** A position as its form holds it. */
export interface PositionValues {
  name: string
  companyId: string | null
  openings: number | string
  state: PositionState
  location: string
  description: string
  ownerId: string | null
  hiringManagerId: string | null
}

export type PositionField = keyof PositionValues

export const fieldLabels: Record<PositionField, string> = {
  name: 'Name',
  companyId: 'Company',
  openings: 'Openings',
  state: 'State',
  location: 'Location',
  description: 'Description',
  ownerId: 'Owner',
  hiringManagerId: 'Hiring manager',
}

export const emptyPosition: PositionValues = {
  name: '',
  companyId: null,
  openings: 1,
  state: 'open',
  location: '',
  description: '',
  ownerId: null,
  hiringManagerId: null,
}

export function toValues(position: PositionDetails): PositionValues {
  return {
    name: position.name,
    companyId: position.company.id,
    openings: position.openings,
    state: position.state,
    location: position.location ?? '',
    description: position.description ?? '',
    ownerId: position.owner?.id ?? null,
    hiringManagerId: position.hiringManager?.id ?? null,
  }
}

/** What a field of a position says, for a person. */
export function fieldText(position: PositionDetails, field: PositionField): string {
  if (field === 'companyId') return position.company.name
  if (field === 'ownerId') return position.owner?.name ?? 'nobody'
  if (field === 'hiringManagerId') return position.hiringManager?.name ?? 'nobody'
  return String(toValues(position)[field] || 'nothing').replace('_', ' ')
}

/** Valid values as the API takes them. */
export function toBody(values: PositionValues): CallOf<typeof createPosition>['body'] {
  return { ...values, companyId: values.companyId ?? '', openings: Number(values.openings) }
}

export function validatePosition({ name, companyId, openings }: PositionValues): FormErrors {
  const errors: FormErrors = {}
  if (name.trim() === '') errors.name = 'Say what the position is called'
  if (!companyId) errors.companyId = 'Choose the company it is at'
  if (!Number.isInteger(openings) || Number(openings) < 1) errors.openings = 'At least 1'
  return errors
}

/** The fields in which two versions of a position differ. */
export function changedFields(before: PositionDetails, after: PositionDetails): PositionField[] {
  const [left, right] = [toValues(before), toValues(after)]
  return (Object.keys(fieldLabels) as PositionField[]).filter((field) => left[field] !== right[field])
}
