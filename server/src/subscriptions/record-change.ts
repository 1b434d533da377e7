import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'

/** Writes an audit entry for a change that time or a payment made, so it has no user. */
export function recordChange(
  tx: Database,
  workspaceId: string,
  subscriptionId: string,
  action: string,
): Promise<void> {
  return recordAudit(tx, {
    workspaceId,
    userId: null,
    action,
    ip: null,
    subject: { kind: 'subscription', id: subscriptionId },
  })
}
