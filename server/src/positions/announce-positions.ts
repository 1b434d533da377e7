import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'

export function announcePosition(tx: Database, actor: Actor, positionId: string): Promise<void> {
  return announce(tx, actor.workspaceId, {
    kind: 'positions-changed',
    positionIds: [positionId],
    actorId: actor.userId,
  })
}
