import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Author } from './author.ts'
import { findMergedBy } from './merged-contacts.ts'
import { normaliseContact, type TypedContact } from './normalise-contact.ts'

const columns = { email: 'email', phone: 'phone', profileUrl: 'profile_url' } as const

export type MatchedBy = keyof typeof columns

const matchOrder = Object.keys(columns) as MatchedBy[]

const allContactsKey = (workspaceId: string) => sql`hashtextextended(${`${workspaceId} people`}, 0)`

/**
 * Locks the contact data of all candidates, where `findMatch` locks one candidate's. An import matches a thousand
 * candidates at once, which is more than PostgreSQL's lock table holds. Call it before locking other rows.
 */
export async function lockEveryContact(tx: Database, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${allContactsKey(workspaceId)})`.execute(tx)
}

/** Serializes additions of the same candidate, so that two requests do not create two rows. */
async function lockContact(tx: Database, workspaceId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`select pg_advisory_xact_lock_shared(${allContactsKey(workspaceId)})`.execute(tx)
  for (const key of keys.sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/**
 * Returns the candidate with this email, else one who had it before a merge; else the same by phone, else by profile
 * URL. The oldest of several wins. Call it before locking other rows: it locks the contact data until the transaction
 * ends.
 * @throws VALIDATION for an unreadable phone or profile URL
 */
export async function findMatch(
  tx: Database,
  { workspaceId, workspace }: Author,
  typed: TypedContact,
): Promise<{ candidateId: string; matchedBy: MatchedBy } | null> {
  const contact = normaliseContact(typed, workspace.defaultCountry)
  const known = matchOrder.filter((field) => contact[field])
  await lockContact(
    tx,
    workspaceId,
    known.map((field) => `${workspaceId} ${field} ${contact[field]}`),
  )
  for (const matchedBy of known) {
    const found = await tx
      .selectFrom('candidates')
      .where('workspace_id', '=', workspaceId)
      .where(columns[matchedBy], '=', contact[matchedBy]!)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .select('id')
      .executeTakeFirst()
    if (found) return { candidateId: found.id, matchedBy }
    const candidateId = await findMergedBy(tx, workspaceId, matchedBy, contact[matchedBy]!)
    if (candidateId) return { candidateId, matchedBy }
  }
  return null
}
