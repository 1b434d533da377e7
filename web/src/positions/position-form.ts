import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { FormErrors } from '@mantine/form'
import type { CallOf } from '@muster/contract/endpoint.ts'
import type { createPosition, updatePosition } from '@muster/contract/positions.ts'
import { fromLocalTime, toLocalTime } from '../ui/local-time.ts'
import type { PositionDetails, PositionState } from './position-state.ts'

/** The values of the form. */
// A type, not an interface: the form requires a record.
export type PositionValues = {
  name: string
  companyId: string | null
  openings: number | string
  state: PositionState
  location: string
  description: string
  ownerId: string | null
  hiringManagerId: string | null
  /** In the format of `datetime-local`; empty for a new position. */
  openedAt: string
}

export type PositionField = keyof PositionValues

export const fieldLabels: Record<PositionField, MessageDescriptor> = {
  name: msg`Name`,
  companyId: msg`Company`,
  openings: msg`Openings`,
  state: msg`State`,
  location: msg`Location`,
  description: msg`Description`,
  ownerId: msg`Owner`,
  hiringManagerId: msg`Hiring manager`,
  openedAt: msg`Opened`,
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
  openedAt: '',
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
    openedAt: toLocalTime(position.openedAt),
  }
}

/** Converts valid values to the request body. */
export function toBody({ openedAt: _, ...values }: PositionValues): CallOf<typeof createPosition>['body'] {
  return { ...values, companyId: values.companyId ?? '', openings: Number(values.openings) }
}

/** Validates an existing position, whose opening date is required. */
export function validateExisting(values: PositionValues): FormErrors {
  const errors = validatePosition(values)
  if (values.openedAt === '') errors.openedAt = t`Enter the opening date`
  return errors
}

/**
 * Converts valid values to a change. The opening date is included only if it changed, since the form has it
 * to the minute.
 */
export function toChanges(
  values: PositionValues,
  { openedAt }: PositionValues,
): CallOf<typeof updatePosition>['body'] {
  const opened = values.openedAt === openedAt ? null : fromLocalTime(values.openedAt)
  return { ...toBody(values), ...(opened ? { openedAt: opened } : {}) }
}

export function validatePosition({ name, companyId, openings, openedAt }: PositionValues): FormErrors {
  const errors: FormErrors = {}
  if (name.trim() === '') errors.name = t`Enter a name`
  if (!companyId) errors.companyId = t`Choose a company`
  if (!Number.isInteger(openings) || Number(openings) < 1) errors.openings = t`Enter at least 1`
  if (openedAt && Date.parse(openedAt) > Date.now())
    errors.openedAt = t`Enter a date that is not in the future`
  return errors
}
