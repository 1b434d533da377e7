import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'

/** Records a change of a definition in the audit log, and announces it. */
export async function recordFieldChange(
  tx: Database,
  actor: Actor,
  caller: Caller,
  verb: string,
  field: Pick<Field, 'id' | 'subject' | 'key' | 'label'>,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordAudit(tx, {
    ...actor,
    ...caller,
    action: `custom-field.${verb}`,
    subject: { kind: 'custom-field', id: field.id },
    details: { subject: field.subject, key: field.key, label: field.label, ...details },
  })
  await announce(tx, actor.workspaceId, {
    kind: 'custom-fields-changed',
    subject: field.subject,
    actorId: actor.userId,
  })
}
