import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'

/** Writes an audit entry for a queue that was created, changed, deleted or restored. */
export async function recordQueueChange(
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Caller },
  change: 'created' | 'changed' | 'deleted' | 'restored',
  { id, name }: { id: string; name: string },
): Promise<void> {
  await recordAudit(tx, {
    ...actor,
    action: `call_queue.${change}`,
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'call_queue', id },
    details: { name },
  })
}
