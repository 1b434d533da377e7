import type { ResponseOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/search.ts'
import { type RawBuilder, sql } from 'kysely'
import { presentApplications } from '../applications/present-application.ts'
import { containsCandidateText } from '../candidates/contains-candidate-text.ts'
import { presentCandidate, selectCandidates } from '../candidates/present-candidate.ts'
import { applicationMatches, fieldMatches } from '../custom-fields/search-values.ts'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { handler } from '../http/handler.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import { companyScope } from '../policies/company-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

type Found = ResponseOf<typeof contract.search>

const maxPerKind = 8
/** Limits how many matches of a common name are read. */
const maxRead = 500

/**
 * Without the contact data permission, search must not match contact data, or one could guess an address letter by
 * letter.
 */
function searchText(actor: Actor, text: RawBuilder<unknown>, name: RawBuilder<unknown>): RawBuilder<unknown> {
  return maySeeContacts(actor) ? text : name
}

async function findApplications(db: Database, actor: Actor, q: string): Promise<Found['applications']> {
  const text = searchText(actor, sql`applications.candidate_search`, sql`fold(applications.candidate_name)`)
  const matching = selectVisible(db, actor)
    .where('applications.deleted_at', 'is', null)
    .where(containsCandidateText(text, q, await applicationMatches(db, actor, q)))
    .limit(maxRead)
    .select(['applications.id', 'applications.last_activity_at'])
  const rows = await db
    .with(
      (cte) => cte('matching').materialized(),
      () => matching,
    )
    .selectFrom('matching')
    .orderBy('last_activity_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPerKind)
    .select('id')
    .execute()
  const found = await presentApplications(
    db,
    actor,
    rows.map((row) => row.id),
  )
  return found.map(({ id, candidate, position, company, status }) => ({
    id,
    candidateId: candidate.id,
    candidateName: candidate.name,
    positionName: position.name,
    companyName: company.name,
    statusName: status.name,
    statusType: status.type,
  }))
}

async function findCandidates(db: Database, actor: Actor, q: string): Promise<Found['candidates']> {
  if (!actor.permissions.has('candidates:read')) return []
  const text = searchText(actor, sql`candidates.search_text`, sql`fold(candidates.name)`)
  const matches = await fieldMatches(db, actor, 'candidate', q)
  const rows = await db
    .with(
      (cte) => cte('matching').materialized(),
      () =>
        selectCandidates(db, actor)
          .where('candidates.deleted_at', 'is', null)
          .where(containsCandidateText(text, q, matches))
          .limit(maxRead),
    )
    .selectFrom('matching')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(maxPerKind)
    .selectAll()
    .execute()
  return rows.map((row) => {
    const { id, name, email, phone } = presentCandidate(row, actor)
    return { id, name, email, phone }
  })
}

async function findPositions(db: Database, actor: Actor, q: string): Promise<Found['positions']> {
  if (!actor.permissions.has('positions:read')) return []
  const rows = await db
    .selectFrom('positions')
    .innerJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'positions.workspace_id')
        .onRef('companies.id', '=', 'positions.company_id'),
    )
    .where('positions.workspace_id', '=', actor.workspaceId)
    .where('positions.deleted_at', 'is', null)
    .where(positionScope(actor))
    .where(containsText(sql`fold(positions.name)`, q, await fieldMatches(db, actor, 'position', q)))
    .orderBy(sql`positions.state = 'closed'`)
    .orderBy(sql`lower(positions.name)`)
    .orderBy('positions.id')
    .limit(maxPerKind)
    .select(['positions.id', 'positions.name', 'companies.name as company_name'])
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, companyName: row.company_name }))
}

async function findCompanies(db: Database, actor: Actor, q: string): Promise<Found['companies']> {
  if (!actor.permissions.has('companies:read')) return []
  return db
    .selectFrom('companies')
    .where('companies.workspace_id', '=', actor.workspaceId)
    .where('companies.deleted_at', 'is', null)
    .where(companyScope(actor))
    .where(containsText(sql`fold(companies.name)`, q, await fieldMatches(db, actor, 'company', q)))
    .orderBy(sql`lower(companies.name)`)
    .orderBy('companies.id')
    .limit(maxPerKind)
    .select(['companies.id', 'companies.name'])
    .execute()
}

export const search = handler(contract.search, async ({ tx, actor, query: { q } }) => {
  const [applications, candidates, positions, companies] = await Promise.all([
    findApplications(tx, actor, q),
    findCandidates(tx, actor, q),
    findPositions(tx, actor, q),
    findCompanies(tx, actor, q),
  ])
  return { applications, candidates, positions, companies }
})
