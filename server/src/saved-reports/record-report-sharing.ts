import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'

/** Writes an audit entry when the roles that see a report change. */
export async function recordReportSharing(
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Caller },
  { id, name }: { id: string; name: string },
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  if ([...before].sort().join() === [...after].sort().join()) return
  await recordAudit(tx, {
    ...actor,
    action: after.length > 0 ? 'report.shared' : 'report.unshared',
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'report', id },
    details: { name, roles: [...after] },
  })
}
