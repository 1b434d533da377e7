import type { candidateApplication } from '@muster/contract/candidates.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

type CandidateApplication = z.input<typeof candidateApplication>

/** Returns the applications the actor may see, newest first, by candidate. */
export async function loadApplicationsOf(
  db: Database,
  actor: Actor,
  candidateIds: readonly string[],
): Promise<Map<string, CandidateApplication[]>> {
  const rows = await selectVisible(db, actor)
    .innerJoin('positions', (join) =>
      join
        .onRef('positions.workspace_id', '=', 'applications.workspace_id')
        .onRef('positions.id', '=', 'applications.position_id'),
    )
    .innerJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'positions.workspace_id')
        .onRef('companies.id', '=', 'positions.company_id'),
    )
    .innerJoin('statuses', (join) =>
      join
        .onRef('statuses.workspace_id', '=', 'applications.workspace_id')
        .onRef('statuses.id', '=', 'applications.status_id'),
    )
    .where(sql<boolean>`applications.candidate_id = any(${candidateIds}::uuid[])`)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.created_at', 'desc')
    .orderBy('applications.id', 'desc')
    .select(['applications.id', 'applications.candidate_id', 'applications.status_id'])
    .select(['applications.disposition', 'applications.closed_at', 'applications.created_at'])
    .select(['positions.id as position_id', 'positions.name as position_name'])
    .select(['companies.id as company_id', 'companies.name as company_name'])
    .select(['statuses.name as status_name', 'statuses.type as status_type', 'statuses.color'])
    .execute()
  const byCandidate = new Map<string, CandidateApplication[]>(candidateIds.map((id) => [id, []]))
  for (const row of rows)
    byCandidate.get(row.candidate_id)?.push({
      id: row.id,
      position: { id: row.position_id, name: row.position_name },
      company: { id: row.company_id, name: row.company_name },
      status: {
        id: row.status_id,
        name: row.status_name,
        type: row.status_type as StatusType,
        color: row.color,
      },
      disposition: row.disposition,
      closedAt: row.closed_at,
      createdAt: row.created_at,
    })
  return byCandidate
}
