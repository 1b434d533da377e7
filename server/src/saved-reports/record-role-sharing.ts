import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'

/** Writes an audit entry when the roles that see a report or a report dashboard change. */
export async function recordRoleSharing(
  tx: Database,
  kind: 'report' | 'report_dashboard',
  { actor, caller }: { actor: Actor; caller: Caller },
  { id, name }: { id: string; name: string },
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  if ([...before].sort().join() === [...after].sort().join()) return
  await recordAudit(tx, {
    ...actor,
    action: `${kind}.${after.length > 0 ? 'shared' : 'unshared'}`,
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind, id },
    details: { name, roles: [...after] },
  })
}
