import type { FieldValue } from '@muster/contract/field-values.ts'
import { isCustomTarget } from '@muster/contract/import-fields.ts'
import type { Field } from '../../custom-fields/field.ts'
import { fieldTypeRules, UnfitValue } from '../../custom-fields/field-types.ts'
import { keepFields, loadAllFields } from '../../custom-fields/load-fields.ts'
import type { Database } from '../../database/connect.ts'
import { targetOf } from './custom-targets.ts'

function fits(value: FieldValue, field: Field): boolean {
  try {
    return fieldTypeRules[field.type].read(value, field, { country: 'US' }) !== null
  } catch (error) {
    if (error instanceof UnfitValue) return false
    throw error
  }
}

/**
 * Returns a function that leaves out custom values which cannot be restored: their field was removed since, or is another
 * one of the same key.
 */
export async function loadRestorable(tx: Database, workspaceId: string) {
  await keepFields(tx, workspaceId)
  const fields = new Map<string, Field>()
  for (const field of await loadAllFields(tx, workspaceId)) {
    const target = targetOf(field)
    if (target) fields.set(target, field)
  }
  return <Fields extends object>(values: Fields): Fields =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => {
        if (!isCustomTarget(name) || value === null) return true
        const field = fields.get(name)
        return field !== undefined && fits(value as FieldValue, field)
      }),
    ) as Fields
}
