import * as contract from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { loadApplicationsOf } from './candidate-applications.ts'
import { findAllMergedBy, type KnownBy, loadMergedContacts } from './merged-contacts.ts'
import { type CandidateRow, loadCandidate, presentCandidate, selectCandidates } from './present-candidate.ts'

type SameAs = ResponseOf<typeof contract.listPossibleDuplicates>['items'][number]['sameAs'][number]

const maxShown = 5
/** How many neighbours in the alphabet are compared on each side. Names that differ at the end are close. */
const neighbours = 200
/** The lowest trigram similarity of names that counts. */
const minSimilarity = 0.5

const matchKinds = ['email', 'phone', 'profileUrl'] as const

/** A candidate's contact data, including data from before merges. */
type Known = Record<(typeof matchKinds)[number], string[]>

function knownOf(row: CandidateRow, earlier: readonly { kind: KnownBy; value: string }[] | undefined): Known {
  const all = (kind: KnownBy, own: string | null) => [
    ...new Set([
      ...(own ? [own] : []),
      ...(earlier ?? []).filter((one) => one.kind === kind).map(({ value }) => value),
    ]),
  ]
  return {
    email: all('email', row.email),
    phone: all('phone', row.phone),
    profileUrl: all('profileUrl', row.profile_url),
  }
}

/**
 * Returns ids of possible duplicates and whether their names are similar. Each branch reads a bounded range of one
 * index.
 */
async function findNear(
  db: Database,
  workspaceId: string,
  person: CandidateRow,
  known: Known,
): Promise<Map<string, boolean>> {
  const { id, name } = person
  const earlier: string[] = []
  for (const kind of matchKinds)
    for (const { candidateId } of await findAllMergedBy(db, workspaceId, kind, known[kind]))
      earlier.push(candidateId)
  const turned = name
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .reverse()
    .join(' ')
  const branch = (condition: ReturnType<typeof sql>) => sql`(
    select c.id, c.name from candidates c
    where c.workspace_id = ${workspaceId} and c.deleted_at is null and ${condition}
    limit ${neighbours}
  )`
  const { rows } = await sql<{ id: string; alike: boolean }>`
    with certain as (
      ${branch(sql`c.id = any(${earlier}::uuid[])`)}
      union all ${branch(sql`c.email = any(${known.email}::text[])`)}
      union all ${branch(sql`c.phone = any(${known.phone}::text[])`)}
      union all ${branch(sql`c.profile_url = any(${known.profileUrl}::text[])`)}
    ),
    alike as (
      ${branch(sql`lower(c.name) >= lower(${name}) order by lower(c.name), c.id`)}
      union all ${branch(sql`lower(c.name) < lower(${name}) order by lower(c.name) desc, c.id desc`)}
      union all ${branch(sql`lower(c.name) = ${turned}`)}
    )
    select id, bool_or(alike) as alike from (
      select id, similarity(lower(name), lower(${name})) >= ${minSimilarity} or lower(name) = ${turned} as alike
      from certain
      union all
      select id, true from alike
      where similarity(lower(name), lower(${name})) >= ${minSimilarity} or lower(name) = ${turned}
    ) near
    where id <> ${id}
    group by id
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row.alike]))
}

/**
 * Returns the matching evidence, certain evidence first. Matches must not reveal contact data to those who may not see
 * it.
 */
function compare(
  a: CandidateRow,
  b: CandidateRow,
  known: [Known, Known],
  contacts: boolean,
): { certain: SameAs[]; hints: SameAs[] } {
  const same = (x: string | null | undefined, y: string | null | undefined) =>
    Boolean(x && y && x.trim().toLowerCase() === y.trim().toLowerCase())
  const mailName = (row: CandidateRow) => row.email?.split('@')[0]
  const certain = matchKinds.filter(
    (kind) =>
      (contacts || kind === 'profileUrl') && known[0][kind].some((value) => known[1][kind].includes(value)),
  )
  const hints: SameAs[] = []
  if (same(a.location, b.location)) hints.push('location')
  if (same(a.current_company, b.current_company)) hints.push('currentCompany')
  if (contacts && !certain.includes('email') && same(mailName(a), mailName(b))) hints.push('emailName')
  return { certain, hints }
}

interface Weighed {
  row: CandidateRow
  sameAs: SameAs[]
  certain: boolean
}

async function weigh(db: Database, actor: Actor, person: CandidateRow): Promise<Weighed[]> {
  const own = await loadMergedContacts(db, actor.workspaceId, [person.id])
  const known = knownOf(person, own.get(person.id))
  const near = await findNear(db, actor.workspaceId, person, known)
  if (near.size === 0) return []
  const earlier = await loadMergedContacts(db, actor.workspaceId, [...near.keys()])
  const rows = await selectCandidates(db, actor)
    .where(sql<boolean>`candidates.id = any(${[...near.keys()]}::uuid[])`)
    .where('candidates.deleted_at', 'is', null)
    .orderBy('candidates.id')
    .execute()
  return rows
    .map((row): Weighed => {
      const { certain, hints } = compare(
        person,
        row,
        [known, knownOf(row, earlier.get(row.id))],
        maySeeContacts(actor),
      )
      const name: SameAs[] = near.get(row.id) ? ['name'] : []
      const speaks = certain.length > 0 || (name.length > 0 && hints.length > 0)
      return { row, sameAs: speaks ? [...certain, ...name, ...hints] : [], certain: certain.length > 0 }
    })
    .filter(({ sameAs }) => sameAs.length > 0)
    .sort((a, b) => Number(b.certain) - Number(a.certain) || b.sameAs.length - a.sameAs.length)
    .slice(0, maxShown)
}

export const listPossibleDuplicates = handler(
  contract.listPossibleDuplicates,
  async ({ tx, actor, params }) => {
    await loadCandidate(tx, actor, params.id)
    const person = await selectCandidates(tx, actor)
      .where('candidates.id', '=', params.id)
      .executeTakeFirstOrThrow()
    const items = await weigh(tx, actor, person)
    const applications = await loadApplicationsOf(
      tx,
      actor,
      items.map(({ row }) => row.id),
    )
    return {
      items: items.map(({ row, sameAs, certain }) => {
        const { id, name, email, phone } = presentCandidate({ ...row, visible_values: {} }, actor)
        return { id, name, email, phone, sameAs, certain, applications: applications.get(id)! }
      }),
    }
  },
)
