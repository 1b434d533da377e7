import { readSummarizedField, type SummarizedField, summarizedFieldOf } from '@muster/contract/measures.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { loadFields } from './load-fields.ts'

/**
 * Returns the custom field whose values a report summarizes.
 * @throws VALIDATION on `of` for a field that is retired, that the actor does not see, or that has no numbers
 */
export async function loadSummarizedField(db: Database, actor: Actor, name: SummarizedField): Promise<Field> {
  const fields = await loadFields(db, actor.workspaceId, readSummarizedField(name).subject)
  const field = fields.find((each) => summarizedFieldOf(each) === name && maySeeField(actor, each))
  if (!field) throw invalid('of', t`${name}: There is no field of numbers or money with this key`)
  return field
}
