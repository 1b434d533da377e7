import * as contract from '@muster/contract/candidates.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { applicationScope, maySeeContacts } from '../applications/application-policy.ts'
import type { Database } from '../database/connect.ts'
import { fetchSearchedPage, type SortColumn } from '../database/keyset.ts'
import { forbidden } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { containsPerson } from './contains-person.ts'
import { presentCandidate, selectCandidates } from './present-candidate.ts'

const byName = { expression: sql`lower(candidates.name)`, type: 'text' } as const
const byCreated = { expression: sql`candidates.created_at`, type: 'timestamptz' } as const

export const candidateOrders = {
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
} satisfies Record<string, SortColumn>

/** Without contact data one must not find out an address by searching for it, letter by letter. */
function searched(actor: Actor) {
  const text = maySeeContacts(actor) ? sql`candidates.search_text` : sql`fold(candidates.name)`
  return [text, sql`fold(coalesce(candidates.current_company, ''))`]
}

type Filters = Pick<QueryOf<typeof contract.listCandidates>, 'q' | 'tag' | 'doNotCall' | 'deleted'>

/** @throws FORBIDDEN: a client could find out by them what a person does not show */
function assertMayFilter({ tag, doNotCall }: Filters, actor: Actor): void {
  const refused = tag ? 'tag' : doNotCall === undefined ? null : 'doNotCall'
  if (refused && !isStaff(actor.role)) throw forbidden(t`Your role may not filter by this: ${refused}`)
}

/**
 * The people that match, with how many applications of each the actor may see.
 * @throws FORBIDDEN for a filter that is not for the actor's role
 */
export function findCandidates(tx: Database, actor: Actor, query: Filters) {
  assertMayFilter(query, actor)
  let found = selectCandidates(tx, actor).where(
    'candidates.deleted_at',
    query.deleted ? 'is not' : 'is',
    null,
  )
  // They are not gone: they are who they were merged into.
  if (query.deleted)
    found = found.where('candidates.merged_into', 'is', null).where('candidates.erased_at', 'is', null)
  if (query.tag?.length) found = found.where(sql<boolean>`candidates.tags && ${query.tag}::text[]`)
  if (query.doNotCall !== undefined) found = found.where('candidates.do_not_call', '=', query.doNotCall)
  if (query.q) found = found.where(containsPerson(searched(actor), query.q))
  return found.select(
    sql<number>`(
      select count(*)::int from applications
      where applications.workspace_id = candidates.workspace_id and applications.candidate_id = candidates.id
        and applications.deleted_at is null and ${applicationScope(actor)}
    )`.as('application_count'),
  )
}

export const listCandidates = handler(contract.listCandidates, async ({ tx, actor, query }) => {
  const shown = findCandidates(tx, actor, query)
  const page = await fetchSearchedPage(tx, shown, 'candidates.id', candidateOrders[query.sort], query)
  const items = page.rows.map((row) => ({
    ...presentCandidate(row, actor),
    applicationCount: row.application_count,
  }))
  return { items, nextCursor: page.nextCursor, total: page.total }
})
