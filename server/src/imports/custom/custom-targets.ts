import { fieldColumnOf } from '@muster/contract/field-subjects.ts'
import { type CustomImportField, type ImportTarget, isCustomTarget } from '@muster/contract/import-fields.ts'
import type { Field } from '../../custom-fields/field.ts'
import { loadAllFields } from '../../custom-fields/load-fields.ts'
import type { Database } from '../../database/connect.ts'
import { mayEditField, maySeeField } from '../../policies/field-policy.ts'
import type { Actor } from '../../session/actor.ts'

/** Custom fields that columns can be mapped to. */
export type CustomTargets = ReadonlyMap<CustomImportField, Field>

export function targetOf(field: Field): CustomImportField | null {
  return field.subject === 'application' || field.subject === 'candidate' ? fieldColumnOf(field) : null
}

/** Returns those that imports can fill and whose values the actor may change. A cell holds no file. */
export function editableTargets(actor: Actor, targets: CustomTargets): CustomTargets {
  return new Map([...targets].filter(([, field]) => field.type !== 'file' && mayEditField(actor, field)))
}

/** Returns the fields of files that the actor may know of, whose columns are explained. */
export function fileTargets(actor: Actor, targets: CustomTargets): CustomTargets {
  return new Map([...targets].filter(([, field]) => field.type === 'file' && maySeeField(actor, field)))
}

/** Returns the workspace's custom fields of people and applications; of an actor, those that their imports can fill. */
export async function loadCustomTargets(
  db: Database,
  workspaceId: string,
  actor?: Actor,
): Promise<CustomTargets> {
  const fields = await loadAllFields(db, workspaceId)
  const all: CustomTargets = new Map(
    fields.flatMap((field): [CustomImportField, Field][] => {
      const target = targetOf(field)
      return !target || field.retiredAt ? [] : [[target, field]]
    }),
  )
  return actor ? editableTargets(actor, all) : all
}

export function isOfApplication(target: CustomImportField): target is `field.${string}` {
  return target.startsWith('field.')
}

/** Returns the name that the history of an application has for what a column fills. */
export function nameInHistory(field: string): string {
  if (!isCustomTarget(field)) return field
  const key = field.slice(field.indexOf('.') + 1)
  return isOfApplication(field) ? `customFields.${key}` : `candidate.customFields.${key}`
}

/** Returns whether the values of a column are dates of a custom field. */
export function isCustomDate(target: ImportTarget, targets: CustomTargets): target is CustomImportField {
  const type = isCustomTarget(target) ? targets.get(target)?.type : undefined
  return type === 'date' || type === 'dateTime'
}
