import * as contract from '@muster/contract/candidates.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { type ByFields, readByFields } from '../custom-fields/search-values.ts'
import type { Database } from '../database/connect.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { applicationScope, maySeeContacts, seesAllApplications } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { containsCandidateText } from './contains-candidate-text.ts'
import { presentCandidate, selectCandidates } from './present-candidate.ts'

const byName = { expression: sql`lower(candidates.name)`, type: 'text' } as const
const byCreated = { expression: sql`candidates.created_at`, type: 'timestamptz' } as const

export const candidateOrders = {
  '-createdAt': { ...byCreated, descending: true },
  createdAt: { ...byCreated, descending: false },
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
} satisfies Record<string, SortColumn>

/**
 * Without the contact data permission, search must not match contact data, or one could guess an address letter by
 * letter.
 */
function searchText(actor: Actor) {
  const text = maySeeContacts(actor) ? sql`candidates.search_text` : sql`fold(candidates.name)`
  return [text, sql`fold(coalesce(candidates.current_company, ''))`]
}

type Filters = Pick<QueryOf<typeof contract.listCandidates>, 'q' | 'tag' | 'doNotCall' | 'deleted' | 'field'>

/** @throws FORBIDDEN: these filters would reveal hidden data to a client reviewer */
function assertMayFilter({ tag, doNotCall }: Filters, actor: Actor): void {
  const refused = tag ? 'tag' : doNotCall === undefined ? null : 'doNotCall'
  if (refused && !isStaff(actor.role)) throw forbidden(t`Your role cannot use this filter: ${refused}`)
}

/**
 * Selects matching candidates, each with the number of applications the actor may see.
 * @throws FORBIDDEN for a filter that the actor's role may not use
 */
export function findCandidates(tx: Database, actor: Actor, query: Filters, byFields: ByFields) {
  assertMayFilter(query, actor)
  let found = selectCandidates(tx, actor).where(
    'candidates.deleted_at',
    query.deleted ? 'is not' : 'is',
    null,
  )
  // Merged candidates are not deleted: they live on in the survivor.
  if (query.deleted)
    found = found.where('candidates.merged_into', 'is', null).where('candidates.erased_at', 'is', null)
  if (query.tag?.length) found = found.where(sql<boolean>`candidates.tags && ${query.tag}::text[]`)
  if (query.doNotCall !== undefined) found = found.where('candidates.do_not_call', '=', query.doNotCall)
  if (query.q) found = found.where(containsCandidateText(searchText(actor), query.q, byFields.matches))
  for (const condition of byFields.conditions) found = found.where(condition)
  return found.select(
    sql<number>`(
      select count(*)::int from applications
      where applications.workspace_id = candidates.workspace_id and applications.candidate_id = candidates.id
        and applications.deleted_at is null and ${applicationScope(actor)}
    )`.as('application_count'),
  )
}

/** Selects the candidates the actor may know of: also deleted ones, and those whose applications are. */
function selectKnownCandidates(tx: Database, actor: Actor) {
  const ofWorkspace = tx.selectFrom('candidates').where('candidates.workspace_id', '=', actor.workspaceId)
  if (seesAllApplications(actor)) return ofWorkspace
  return ofWorkspace.where(sql<boolean>`exists (
    select from applications
    where applications.workspace_id = candidates.workspace_id and applications.candidate_id = candidates.id
      and ${applicationScope(actor)}
  )`)
}

export const listCandidates = handler(contract.listCandidates, async ({ tx, actor, query }) =>
  fetchList(
    tx,
    {
      table: 'candidates',
      rows: findCandidates(tx, actor, query, await readByFields(tx, actor, 'candidate', query)),
      all: selectKnownCandidates(tx, actor),
      deletedOf: seesAllApplications(actor) ? actor.workspaceId : null,
      orders: candidateOrders,
      searched: true,
      counted: Boolean(query.field?.length),
      present: (rows) =>
        rows.map((row) => ({ ...presentCandidate(row, actor), applicationCount: row.application_count })),
    },
    query,
  ),
)
