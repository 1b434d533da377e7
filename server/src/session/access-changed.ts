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
  actorId: string | null
}

/**
 * Makes every node drop its session cache and end the event streams of these users, once the transaction commits: their
 * next call has their present permissions. The responding node drops its cache itself (`afterCommit(() =>
 * evictSessions(db))`), as the notification takes some milliseconds.
 */
export async function announceAccessChanged(tx: Database, whose: Whose): Promise<void> {
  await announce(tx, whose.workspaceId, {
    kind: 'access-changed',
    userIds: whose.userIds && [...whose.userIds],
    sessionIds: whose.sessionIds ? [...whose.sessionIds] : null,
    actorId: whose.actorId,
  })
}

/** Tells whether an event ends this user's session or changed its permissions. */
export function concerns(event: AccessChanged, who: { userId: string; sessionId: string }): boolean {
  const { userIds, sessionIds } = event
  return (userIds?.includes(who.userId) ?? true) && (sessionIds?.includes(who.sessionId) ?? true)
}
