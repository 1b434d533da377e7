import type { customField } from '@muster/contract/custom-fields.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { type AppError, conflict, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { mayEditSomewhere, mayManageFields, maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { loadAllFields } from './load-fields.ts'

type PresentedField = z.input<typeof customField>

export function presentField(
  { ordinal: _, ...field }: Field,
  actor: Actor,
  filled: PresentedField['filled'] = null,
): PresentedField {
  return {
    ...field,
    required: { ...field.required, outcomes: field.required.outcomes as never },
    filled,
    canEdit: field.retiredAt === null && mayEditSomewhere(actor, field),
  }
}

/** Returns whether the actor may know of a field: they see its values, or manage fields. */
export function mayKnowField(actor: Actor, field: Field): boolean {
  return mayManageFields(actor) || (field.retiredAt === null && maySeeField(actor, field))
}

/** @throws NOT_FOUND */
export async function findField(db: Database, actor: Actor, id: string): Promise<Field> {
  const fields = await loadAllFields(db, actor.workspaceId)
  const field = fields.find((each) => each.id === id)
  if (!field || !mayKnowField(actor, field)) throw notFound(t`Custom field`)
  return field
}

/**
 * Returns a field that is in use.
 * @throws NOT_FOUND
 */
export async function findUsedField(db: Database, actor: Actor, id: string): Promise<Field> {
  const field = await findField(db, actor, id)
  if (field.retiredAt) throw notFound(t`Custom field`)
  return field
}

export function fieldIsChanging(label: string): AppError {
  return conflict(t`“${label}” is being changed. Try again when that is done.`)
}

/**
 * Returns a field whose definition can be changed.
 * @throws NOT_FOUND; CONFLICT while its values are being changed
 */
export async function findChangeableField(db: Database, actor: Actor, id: string): Promise<Field> {
  const field = await findUsedField(db, actor, id)
  if (field.isChanging) throw fieldIsChanging(field.label)
  return field
}
