import { fieldColumnOf } from '@muster/contract/field-subjects.ts'
import type { Database } from '../database/connect.ts'
import type { WorkspaceFields } from '../http/openapi-of-workspace.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { fieldTypeRules } from './field-types.ts'
import { loadAllFields } from './load-fields.ts'

function describe(field: Field): Record<string, unknown> {
  const options = field.options.filter(({ retired }) => !retired).map(({ id, label }) => ({ id, label }))
  return {
    ...fieldTypeRules[field.type].schema(field),
    title: field.label,
    ...(field.help && { description: field.help }),
    ...(field.unit && { 'x-unit': field.unit }),
    ...(options.length > 0 && { 'x-options': options }),
  }
}

/** Returns what the actor may know of custom fields, for the OpenAPI document of their workspace. */
export async function describeFields(db: Database, actor: Actor): Promise<WorkspaceFields> {
  const fields = await loadAllFields(db, actor.workspaceId)
  const visible = fields.filter((field) => !field.retiredAt && maySeeField(actor, field))
  const bySubject = Map.groupBy(visible, ({ subject }) => subject)
  const schemas = Object.fromEntries(
    [...bySubject].map(([subject, some]) => [
      subject,
      Object.fromEntries(some.map((field) => [field.key, describe(field)])),
    ]),
  )
  return { schemas, sorts: visible.filter(({ sorting }) => sorting === 'ready').map(fieldColumnOf) }
}
