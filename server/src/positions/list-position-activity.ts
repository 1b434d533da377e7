import type { ResponseOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { presentActivityLog, selectLogs } from '../activity-logs/present-activity-log.ts'
import type { Database } from '../database/connect.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { activityScope } from '../policies/activity-policy.ts'
import { applicationScope } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { assertPositionVisible } from './assert-position-visible.ts'

const byTime = { expression: sql`l.at`, type: 'timestamptz', descending: true } as const

/** Selects the position's logs, except those of deleted applications and of those out of the actor's scope. */
function selectVisibleLogs(
  db: Database,
  actor: Actor,
  positionId: string,
  kinds: readonly string[] | undefined,
) {
  return db
    .selectFrom('activity_logs as l')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.workspace_id', '=', 'l.workspace_id')
        .onRef('applications.id', '=', 'l.application_id'),
    )
    .where('l.workspace_id', '=', actor.workspaceId)
    .where('l.position_id', '=', positionId)
    .where('applications.deleted_at', 'is', null)
    .where(applicationScope(actor))
    .where(activityScope(actor))
    .$if(Boolean(kinds?.length), (logs) => logs.where(sql<boolean>`l.kind = any(${kinds}::text[])`))
}

/** Presents logs, each with its application, in the given order. */
async function presentLogs(
  db: Database,
  actor: Actor,
  found: readonly { id: string; candidate_name: string }[],
): Promise<ResponseOf<typeof contract.listPositionActivity>['items']> {
  const ids = found.map((row) => row.id)
  const shown = await selectLogs(db, actor.workspaceId)
    .where(sql<boolean>`l.id = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(shown.map((row) => [row.id, row]))
  return found.flatMap(({ id, candidate_name: candidateName }) => {
    const row = byId.get(id)
    return row
      ? [{ ...presentActivityLog(row, actor), application: { id: row.application_id, candidateName } }]
      : []
  })
}

export const listPositionActivity = handler(
  contract.listPositionActivity,
  async ({ tx, actor, params, query }) => {
    await assertPositionVisible(tx, actor, params.id)
    return fetchList(
      tx,
      {
        table: 'activity_logs',
        alias: 'l',
        rows: selectVisibleLogs(tx, actor, params.id, query.kind)
          // Repeating the condition on the applications lets the planner find all of the position's at once.
          .where('applications.position_id', '=', params.id)
          .select(['l.id', 'applications.candidate_name']),
        all: selectVisibleLogs(tx, actor, params.id, undefined),
        orders: { '-at': byTime },
        present: (rows) => presentLogs(tx, actor, rows),
      },
      query,
    )
  },
)
