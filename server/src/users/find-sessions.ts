import type { QueryOf } from '@muster/contract/endpoint.ts'
import type { listMySessions } from '@muster/contract/user-sessions.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { fetchCountedPage } from '../database/keyset.ts'
import { idleDays, sessionDays } from '../session/session-life.ts'
import { parseDevice } from './present-session.ts'

const newestFirst = { expression: sql`sessions.created_at`, type: 'timestamptz', descending: true } as const

export function openSessions(db: Database, workspaceId: string, userId: string) {
  return db
    .selectFrom('sessions')
    .where('sessions.workspace_id', '=', workspaceId)
    .where('sessions.user_id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.rotated_at', '>', sql<string>`now() - make_interval(days => ${idleDays})`)
    .where('sessions.created_at', '>', sql<string>`now() - make_interval(days => ${sessionDays})`)
    .where(sql<boolean>`coalesce(sessions.expires_at > now(), true)`)
}

/** Returns a page of sessions. `currentId` is the requester's session. */
export async function findSessions(
  db: Database,
  whose: { workspaceId: string; userId: string; currentId: string },
  query: QueryOf<typeof listMySessions>,
) {
  const open = openSessions(db, whose.workspaceId, whose.userId)
  const withImpersonator = open
    .leftJoin('users as impersonators', (join) =>
      join
        .onRef('impersonators.workspace_id', '=', 'sessions.impersonator_workspace_id')
        .onRef('impersonators.id', '=', 'sessions.impersonator_id'),
    )
    .select(['sessions.id', 'sessions.user_agent', 'sessions.ip', 'sessions.created_at', 'sessions.used_at'])
    .select(['sessions.impersonator_id', 'impersonators.name as impersonator_name'])
  const page = await fetchCountedPage(db, withImpersonator, 'sessions.id', newestFirst, query)
  const items = page.rows.map((row) => ({
    id: row.id,
    device: parseDevice(row.user_agent),
    ip: row.ip,
    createdAt: row.created_at,
    usedAt: row.used_at,
    current: row.id === whose.currentId,
    impersonator: row.impersonator_id ? { id: row.impersonator_id, name: row.impersonator_name ?? '' } : null,
  }))
  return { items, nextCursor: page.nextCursor, total: page.total }
}
