import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { loadFields } from '../custom-fields/load-fields.ts'
import type { StoredValues } from '../custom-fields/stored-values.ts'
import type { Database } from '../database/connect.ts'
import { mayEditField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import { formatList } from '../texts/format.ts'
import type { CallOutcome } from './describe-contact.ts'

/**
 * Checks the values of a call whose outcome a person sets. Fields that their role may not change are not required:
 * refusing the call would lose it. A call that a provider reports is never checked.
 * @throws VALIDATION by `customFields.<key>` of each field that the outcome requires and that is empty
 */
export async function assertOutcomeFields(
  tx: Database,
  actor: Actor,
  outcome: CallOutcome | null,
  values: StoredValues,
): Promise<void> {
  if (!outcome) return
  const fields = await loadFields(tx, actor.workspaceId, 'call')
  const missing = fields.filter(
    (field) =>
      field.required.outcomes.includes(outcome) &&
      mayEditField(actor, field) &&
      !Object.hasOwn(values, field.key),
  )
  if (missing.length === 0) return
  const labels = formatList(missing.map(({ label }) => label))
  throw new AppError('VALIDATION', t`Fill in first: ${labels}`, {
    details: Object.fromEntries(missing.map(({ key }) => [`customFields.${key}`, [t`Required`]])),
  })
}
