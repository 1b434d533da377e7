import type { LiveEvent } from '@muster/contract/events.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'

type AccessChanged = Extract<LiveEvent, { kind: 'access-changed' }>

interface Whose {
  workspaceId: string
  /** Null: everyone in the workspace. */
  userIds: readonly string[] | null
  /** Left out: all of their sessions. */
  sessionIds?: readonly string[]
  /** Who changed it. */
  actorId: string | null
}

/**
 * Once the transaction is committed, every node forgets what it remembers of sessions and ends the event streams of
 * those concerned: from their next call on they have the rights they have now. The node that answers forgets by itself
 * before it does (`afterCommit(() => forgetSessions(db))`), as the news takes some milliseconds.
 */
export async function announceAccessChanged(tx: Database, whose: Whose): Promise<void> {
  await announce(tx, whose.workspaceId, {
    kind: 'access-changed',
    userIds: whose.userIds && [...whose.userIds],
    sessionIds: whose.sessionIds ? [...whose.sessionIds] : null,
    actorId: whose.actorId,
  })
}

/** Whether it ends this person's session, or changed what it may do. */
export function concerns(event: AccessChanged, who: { userId: string; sessionId: string }): boolean {
  const { userIds, sessionIds } = event
  return (userIds?.includes(who.userId) ?? true) && (sessionIds?.includes(who.sessionId) ?? true)
}
