import * as contract from '@muster/contract/activity-logs.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { loadCandidate } from '../candidates/present-candidate.ts'
import { candidateFields } from '../candidates/update-candidate-fields.ts'
import type { Database } from '../database/connect.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { activityScope } from '../policies/activity-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { countKinds } from './count-kinds.ts'
import { presentActivityLog, selectLogs } from './present-activity-log.ts'

const byTime = { expression: sql`l.at`, type: 'timestamptz' } as const

/** Loads the person's applications that the actor may see; deleted ones for those who may restore them. */
async function loadApplications(db: Database, actor: Actor, candidateId: string) {
  const rows = await selectVisible(db, actor)
    .innerJoin('positions as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 'applications.workspace_id')
        .onRef('p.id', '=', 'applications.position_id'),
    )
    .innerJoin('companies as o', (join) =>
      join.onRef('o.workspace_id', '=', 'p.workspace_id').onRef('o.id', '=', 'p.company_id'),
    )
    .where('applications.candidate_id', '=', candidateId)
    .$if(!actor.permissions.has('applications:delete'), (query) =>
      query.where('applications.deleted_at', 'is', null),
    )
    .select(['applications.id', 'p.id as position_id', 'p.name as position_name'])
    .select(['o.id as company_id', 'o.name as company_name'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        position: { id: row.position_id, name: row.position_name },
        company: { id: row.company_id, name: row.company_name },
      },
    ]),
  )
}

/** @throws NOT_FOUND unless the actor may see the person even without an application */
async function assertMaySeeCandidate(db: Database, actor: Actor, id: string): Promise<void> {
  if (!actor.permissions.has('candidates:read')) throw notFound(t`Candidate`)
  await loadCandidate(db, actor, id)
}

/**
 * A condition on `activity_logs l`: a change of the person is recorded on each of their applications, so only the entry
 * of one of them counts.
 */
function isFirstOfItsKind(ids: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`not (
    (l.kind in ('merged', 'unmerged') or (l.kind = 'edited' and l.field = any(${candidateFields}::text[])))
    and exists (
      select from activity_logs o
      where o.workspace_id = l.workspace_id and o.application_id = any(${ids}::uuid[]) and o.at = l.at
        and o.kind = l.kind and o.id < l.id and o.user_id is not distinct from l.user_id
        and o.field is not distinct from l.field and o.old_value is not distinct from l.old_value
        and o.new_value is not distinct from l.new_value
    )
  )`
}

export const listCandidateActivity = handler(
  contract.listCandidateActivity,
  async ({ tx, actor, params, query }) => {
    const applications = await loadApplications(tx, actor, params.id)
    if (applications.size === 0) await assertMaySeeCandidate(tx, actor, params.id)
    const chosen = new Set(query.applicationId ?? applications.keys())
    const ids = [...applications.keys()].filter((id) => chosen.has(id))
    const all = tx
      .selectFrom('activity_logs as l')
      .where('l.workspace_id', '=', actor.workspaceId)
      .where(sql<boolean>`l.application_id = any(${ids}::uuid[])`)
      .where(activityScope(actor))
      .where(isFirstOfItsKind(ids))
    const present = async (found: readonly { id: string }[]) => {
      const shown = await selectLogs(tx, actor.workspaceId)
        .where(sql<boolean>`l.id = any(${found.map(({ id }) => id)}::uuid[])`)
        .execute()
      const byId = new Map(shown.map((row) => [row.id, row]))
      return found.flatMap(({ id }) => {
        const row = byId.get(id)
        const application = row && applications.get(row.application_id)
        return row && application ? [{ ...presentActivityLog(row, actor), application }] : []
      })
    }
    const [list, counts] = await Promise.all([
      fetchList(
        tx,
        {
          table: 'activity_logs',
          alias: 'l',
          rows: (query.kind?.length ? all.where('l.kind', 'in', query.kind) : all).select('l.id'),
          all,
          orders: { '-at': { ...byTime, descending: true }, at: { ...byTime, descending: false } },
          present,
        },
        query,
      ),
      query.cursor ? {} : countKinds(tx, all),
    ])
    return { ...list, counts }
  },
)
