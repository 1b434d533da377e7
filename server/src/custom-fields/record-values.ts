import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { describeChanges, type ValueChange } from './read-values.ts'

/**
 * Records changed values in the audit log, for subjects without a history. Personal values are left out: nothing can
 * be erased there.
 */
export async function recordValues(
  tx: Database,
  actor: Actor,
  caller: Caller,
  subject: { kind: FieldSubject; id: string },
  changes: readonly ValueChange[],
): Promise<void> {
  if (changes.length === 0) return
  const described = await describeChanges(tx, actor.workspaceId, changes)
  await recordAudit(tx, {
    ...actor,
    ...caller,
    action: `${subject.kind}.fields_changed`,
    subject,
    details: {
      fields: described.map(({ field, oldValue, newValue }) => ({
        key: field.key,
        label: field.label,
        ...(field.personal ? {} : { from: oldValue, to: newValue }),
      })),
    },
  })
}
