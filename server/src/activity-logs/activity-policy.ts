import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'

/** What of a history a client reads: how far their candidate came. */
const forClients = ['created', 'imported', 'moved', 'disposition', 'reopened', 'reverted']

/**
 * Which entries `l` of an application's history the actor may read. A client reviewer is a guest: of comments they read
 * their own and those that mention them, since in any other a phone number may stand, or a word that was meant for
 * colleagues.
 */
export function activityScope(actor: Actor): RawBuilder<SqlBool> {
  if (actor.role !== 'client_reviewer') return sql<SqlBool>`true`
  return sql<SqlBool>`(l.kind = any(${forClients}::text[])
    or (l.kind = 'comment' and (l.user_id = ${actor.userId} or ${actor.userId}::uuid = any(l.mentions))))`
}
