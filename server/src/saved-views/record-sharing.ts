import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'

interface View {
  id: string
  name: string
  screen: string
}

/** Writes an audit entry when sharing of a view starts or ends. */
export async function recordSharing(
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Caller },
  { id, name, screen }: View,
  sharing: { before: boolean; after: boolean },
): Promise<void> {
  if (sharing.before === sharing.after) return
  await recordAudit(tx, {
    ...actor,
    action: sharing.after ? 'view.shared' : 'view.unshared',
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'view', id },
    details: { name, screen },
  })
}
