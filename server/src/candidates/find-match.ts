import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Author } from './author.ts'
import { findMergedBy } from './merged-contacts.ts'
import { normaliseContact, type TypedContact } from './normalise-contact.ts'

const columns = { email: 'email', phone: 'phone', profileUrl: 'profile_url' } as const

export type MatchedBy = keyof typeof columns

const matchOrder = Object.keys(columns) as MatchedBy[]

const everyone = (workspaceId: string) => sql`hashtextextended(${`${workspaceId} people`}, 0)`

/**
 * As `findMatch` locks one person's contact data, this locks everyone's: an import looks for a thousand people at once,
 * more than there is room for in PostgreSQL's table of locks. Call it before other rows are locked.
 */
export async function lockEveryContact(tx: Database, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${everyone(workspaceId)})`.execute(tx)
}

/** Adding the same person twice at the same moment must not make two of them: the second waits for the first. */
async function lockContact(tx: Database, workspaceId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`select pg_advisory_xact_lock_shared(${everyone(workspaceId)})`.execute(tx)
  for (const key of keys.sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/**
 * The person who has this e-mail, else had it before a merge; else this phone, else this profile URL; of several the
 * one who came first. Call it
 * before other rows are locked: until the transaction ends, nobody else looks for the same contact data.
 * @throws VALIDATION for a phone or profile URL that cannot be read
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
