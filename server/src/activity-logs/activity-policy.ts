import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'

/** What of a history a client reads: how far their candidate came. An undone edit names a field and is for staff. */
const forClients = ['created', 'imported', 'moved', 'disposition', 'reopened', 'reverted']

/**
 * Which entries `l` of an application's history the actor may read. A client reviewer is a guest: of comments they read
 * their own and those that mention them, since in any other a phone number may stand, or a word that was meant for
 * colleagues.
 */
export function activityScope(actor: Actor): RawBuilder<SqlBool> {
  if (isStaff(actor.role)) return sql<SqlBool>`true`
  return sql<SqlBool>`((l.kind = any(${forClients}::text[]) and (l.field is null or l.kind = 'disposition'))
    or (l.kind = 'comment' and (l.user_id = ${actor.userId} or ${actor.userId}::uuid = any(l.mentions))))`
}

/** What an entry says beside who, when, from where and to where. */
interface EntryWords {
  kind: string
  user_id: string | null
  new_value: string | null
}

/**
 * Whether the actor may read the note of an entry, and why it happened. A client reads comments in their scope, notes of
 * their own, and the note of their company's decision; a call is no cause they know of.
 */
export function mayReadNote(actor: Actor, entry: EntryWords): boolean {
  if (isStaff(actor.role) || entry.kind === 'comment' || entry.user_id === actor.userId) return true
  return entry.kind === 'disposition' && entry.new_value === 'declined_by_company'
}
