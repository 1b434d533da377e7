import * as contract from '@muster/contract/candidates.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { loadApplicationsOf } from './candidate-applications.ts'
import type { MatchedBy } from './find-match.ts'
import { findMergedBy } from './merged-contacts.ts'
import { type Contact, normaliseContact, type TypedContact } from './normalise-contact.ts'
import { type CandidateRow, presentCandidate, selectCandidates } from './present-candidate.ts'

type Typed = QueryOf<typeof contract.findDuplicateCandidates>

const maxShown = 5
/** One more than shown, since one may be the candidate being edited. */
const maxFound = maxShown + 1
const minLetters = 3
/** The lowest trigram similarity of names that counts. Names below it only look alike. */
const minSimilarity = 0.4

interface Match {
  row: CandidateRow
  matchedBy: MatchedBy | 'name'
}

/** Input that is half typed is neither contact data nor an error. */
function readTyped(field: MatchedBy, typed: TypedContact, country: string): Contact {
  try {
    return normaliseContact({ [field]: typed[field] }, country)
  } catch (error) {
    if (error instanceof AppError) return {}
    throw error
  }
}

/** Without the contact data permission, typing an address must not reveal its owner. */
function readContact(typed: Typed, actor: Actor): Contact {
  const fields: MatchedBy[] = maySeeContacts(actor) ? ['email', 'phone', 'profileUrl'] : ['profileUrl']
  return Object.assign(
    {},
    ...fields.map((field) => readTyped(field, typed, actor.workspace.defaultCountry)),
  ) as Contact
}

/** Returns candidates who had the contact data before a merge. */
async function findMerged(db: Database, actor: Actor, contact: Contact): Promise<Map<string, MatchedBy>> {
  const found = new Map<string, MatchedBy>()
  for (const kind of ['email', 'phone', 'profileUrl'] as const) {
    const value = contact[kind]
    const id = value ? await findMergedBy(db, actor.workspaceId, kind, value) : null
    if (id && !found.has(id)) found.set(id, kind)
  }
  return found
}

async function findCertain(db: Database, actor: Actor, typed: Typed): Promise<Match[]> {
  const { email, phone, profileUrl } = readContact(typed, actor)
  if (!email && !phone && !profileUrl) return []
  const before = await findMerged(db, actor, { email, phone, profileUrl })
  const rows = await selectCandidates(db, actor)
    .where('candidates.deleted_at', 'is', null)
    .where((row) =>
      row.or([
        ...(email ? [row('candidates.email', '=', email)] : []),
        ...(phone ? [row('candidates.phone', '=', phone)] : []),
        ...(profileUrl ? [row('candidates.profile_url', '=', profileUrl)] : []),
        ...(before.size > 0 ? [row('candidates.id', 'in', [...before.keys()])] : []),
      ]),
    )
    .orderBy('candidates.id')
    .limit(maxFound)
    .execute()
  return rows.map((row) => ({
    row,
    matchedBy:
      email && row.email === email
        ? 'email'
        : phone && row.phone === phone
          ? 'phone'
          : profileUrl && row.profile_url === profileUrl
            ? 'profileUrl'
            : before.get(row.id)!,
  }))
}

async function findSimilar(db: Database, actor: Actor, typed: string | undefined): Promise<Match[]> {
  const name = typed?.toLowerCase() ?? ''
  if (name.length < minLetters) return []
  const similarity = sql<number>`similarity(fold(candidates.name), fold(${name}))`
  // The search text starts with the name and has a trigram index.
  const text = maySeeContacts(actor) ? sql`candidates.search_text` : sql`fold(candidates.name)`
  const rows = await selectCandidates(db, actor)
    .where('candidates.deleted_at', 'is', null)
    .where(sql<boolean>`fold(${name}) <% ${text}`)
    .where(similarity, '>=', minSimilarity)
    .orderBy(similarity, 'desc')
    .orderBy('candidates.id')
    .limit(maxFound)
    .execute()
  return rows.map((row) => ({ row, matchedBy: 'name' }))
}

export const findDuplicateCandidates = handler(
  contract.findDuplicateCandidates,
  async ({ tx, actor, query }) => {
    const [certain, similar] = await Promise.all([
      findCertain(tx, actor, query),
      findSimilar(tx, actor, query.name),
    ])
    const known = new Set([query.exceptId])
    const matches = [...certain, ...similar]
      .filter(({ row }) => !known.has(row.id) && known.add(row.id))
      .slice(0, maxShown)
    const applications = await loadApplicationsOf(
      tx,
      actor,
      matches.map(({ row }) => row.id),
    )
    const items = matches.map(({ row, matchedBy }) => {
      const { id, name, email, phone } = presentCandidate({ ...row, visible_values: {} }, actor)
      const certain = matchedBy !== 'name'
      return { id, name, email, phone, matchedBy, certain, applications: applications.get(id)! }
    })
    return { items }
  },
)
