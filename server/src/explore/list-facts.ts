import type { ResponseOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/facts-feed.ts'
import { sql } from 'kysely'
import { forbidden } from '../app-error.ts'
import { assertKnownSince } from '../database/assert-known-since.ts'
import { handler } from '../http/handler.ts'
import { applicationScope, seesAllApplications } from '../policies/application-policy.ts'

type Fact = ResponseOf<typeof contract.listFacts>['items'][number]['facts'][number]

interface ChangedSubject {
  subjectId: string
  changedAt: string
  version: string
  facts: Fact[]
}

/** Durations are stored in tenths. */
const tenths = ['hired', 'filled', 'move', 'first_call']

export const listFacts = handler(contract.listFacts, async ({ tx, actor, query }) => {
  if (!actor.permissions.has('reports:export')) throw forbidden()
  const { updatedSince, cursor, limit } = query
  if (updatedSince) await assertKnownSince(tx, updatedSince)
  const isVisible = seesAllApplications(actor)
    ? sql`true`
    : sql`c.subject_id in (
        select applications.id from applications
        where applications.workspace_id = ${actor.workspaceId} and ${applicationScope(actor)}
      )`
  const { rows } = await sql<ChangedSubject>`
    select c.subject_id as "subjectId", c.changed_at as "changedAt", c.version::text as version, coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', f.metric || '.' || f.row_id, 'metric', f.metric,
        'at', to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'positionId', f.position_id, 'companyId', f.company_id, 'ownerId', f.owner_id, 'agentId', f.agent_id,
        'reasonId', f.reason_id, 'source', f.source, 'statusType', f.status_type, 'fromType', f.from_type,
        'reachedType', f.reached_type, 'disposition', f.disposition, 'endReason', f.end_reason, 'outcome', f.outcome,
        'value', case when f.metric = any(${tenths}::text[]) then f.value / 10.0 else f.value end,
        'isImported', coalesce(f.imported, false)
      ) order by f.metric, f.at, f.row_id)
      from facts f
      where f.workspace_id = c.workspace_id and f.subject_id = c.subject_id and not f.is_deleted
    ), '[]') as facts
    from fact_changes c
    where c.workspace_id = ${actor.workspaceId} and c.version > ${cursor ?? '0'}::bigint
      and c.changed_at >= ${updatedSince ?? '-infinity'}::timestamptz and ${isVisible}
    order by c.version
    limit ${limit + 1}
  `.execute(tx)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(({ subjectId, changedAt, facts }) => ({ subjectId, changedAt, facts })),
    nextCursor: rows.length > limit ? last!.version : null,
    updatedUntil: last?.changedAt ?? updatedSince ?? null,
  }
})
