import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'

/**
 * The kinds of entries that a client reviewer may read: their candidate's progress. Reverted edits stay out, since they
 * name a field.
 */
const forClients = ['created', 'imported', 'moved', 'disposition', 'reopened', 'reverted']

/**
 * Returns a condition on `activity_logs l` for the entries the actor may read. A client reviewer reads only their own
 * comments and those that mention them: any other may contain a phone number or a remark meant for colleagues.
 */
export function activityScope(actor: Actor): RawBuilder<SqlBool> {
  if (isStaff(actor.role)) return sql<SqlBool>`true`
  return sql<SqlBool>`((l.kind = any(${forClients}::text[]) and (l.field is null or l.kind = 'disposition'))
    or (l.kind = 'comment' and (l.user_id = ${actor.userId} or ${actor.userId}::uuid = any(l.mentions))))`
}

interface NoteFields {
  kind: string
  user_id: string | null
  new_value: string | null
}

/**
 * Returns whether the actor may read an entry's note and cause. A client reviewer reads comments in their scope, their
 * own notes and the note of their company's decision. They never learn of calls, so a call is no cause for them.
 */
export function mayReadNote(actor: Actor, entry: NoteFields): boolean {
  if (isStaff(actor.role) || entry.kind === 'comment' || entry.user_id === actor.userId) return true
  return entry.kind === 'disposition' && entry.new_value === 'declined_by_company'
}
