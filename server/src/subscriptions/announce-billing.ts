import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'

/** Announces that a workspace's plan, usage or invoices changed. */
export function announceBilling(tx: Database, workspaceId: string, actorId: string | null): Promise<void> {
  return announce(tx, workspaceId, { kind: 'billing-changed', actorId })
}
