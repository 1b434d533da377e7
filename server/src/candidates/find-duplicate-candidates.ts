import * as contract from '@muster/contract/candidates.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { maySeeContacts } from '../applications/application-policy.ts'
import type { Database } from '../database/connect.ts'
import { AppError } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { loadApplicationsOf } from './candidate-applications.ts'
import type { MatchedBy } from './find-match.ts'
import { findMergedBy } from './merged-contacts.ts'
import { type Contact, normaliseContact, type TypedContact } from './normalise-contact.ts'
import { type CandidateRow, presentCandidate, selectCandidates } from './present-candidate.ts'

type Typed = QueryOf<typeof contract.findDuplicateCandidates>

const mostShown = 5
/** One more is looked for, since one may be the person being edited. */
const mostFound = mostShown + 1
const fewestLetters = 3
/** Of the letters of the names, by threes; below this they only look alike. */
const leastSimilarity = 0.4

interface Match {
  row: CandidateRow
  matchedBy: MatchedBy | 'name'
}

/** What is half typed is no contact data yet, and no mistake either. */
function readTyped(field: MatchedBy, typed: TypedContact, country: string): Contact {
  try {
    return normaliseContact({ [field]: typed[field] }, country)
  } catch (error) {
    if (error instanceof AppError) return {}
    throw error
  }
}

/** Without contact data one must not find out whose an address is by typing it. */
function readContact(typed: Typed, actor: Actor): Contact {
  const fields: MatchedBy[] = maySeeContacts(actor) ? ['email', 'phone', 'profileUrl'] : ['profileUrl']
  return Object.assign(
    {},
    ...fields.map((field) => readTyped(field, typed, actor.workspace.defaultCountry)),
  ) as Contact
}

/** Those who were known by it before a merge. */
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
    .limit(mostFound)
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
  if (name.length < fewestLetters) return []
  const similarity = sql<number>`similarity(fold(candidates.name), fold(${name}))`
  // The search text begins with the name and has a trigram index.
  const text = maySeeContacts(actor) ? sql`candidates.search_text` : sql`fold(candidates.name)`
  const rows = await selectCandidates(db, actor)
    .where('candidates.deleted_at', 'is', null)
    .where(sql<boolean>`fold(${name}) <% ${text}`)
    .where(similarity, '>=', leastSimilarity)
    .orderBy(similarity, 'desc')
    .orderBy('candidates.id')
    .limit(mostFound)
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
      .slice(0, mostShown)
    const applications = await loadApplicationsOf(
      tx,
      actor,
      matches.map(({ row }) => row.id),
    )
    const items = matches.map(({ row, matchedBy }) => {
      const { id, name, email, phone } = presentCandidate(row, actor)
      const certain = matchedBy !== 'name'
      return { id, name, email, phone, matchedBy, certain, applications: applications.get(id)! }
    })
    return { items }
  },
)
