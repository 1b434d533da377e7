import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'

/** Makes everybody's open screens refetch. */
export async function announceSample(
  tx: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  const actorId = userId
  // Empty lists of ids stand for all.
  await announce(tx, workspaceId, {
    kind: 'applications-changed',
    applicationIds: [],
    positionIds: [],
    actorId,
  })
  await announce(tx, workspaceId, { kind: 'positions-changed', positionIds: [], actorId })
  await announce(tx, workspaceId, { kind: 'candidates-changed', candidateIds: [], actorId })
  await announce(tx, workspaceId, { kind: 'agents-changed', agentIds: [], actorId })
  await announce(tx, workspaceId, { kind: 'users-changed', userIds: [], actorId })
}
