import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'

/** Writes into the audit log what time or payments did to a subscription: nobody of the workspace did it. */
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
