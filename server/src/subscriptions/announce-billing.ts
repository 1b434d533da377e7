import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'

/** Tells whoever looks at what a workspace has, uses and owes to look again. */
export function announceBilling(tx: Database, workspaceId: string, actorId: string | null): Promise<void> {
  return announce(tx, workspaceId, { kind: 'billing-changed', actorId })
}
