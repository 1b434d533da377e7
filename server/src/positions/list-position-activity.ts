import * as contract from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { activityScope } from '../activity-logs/activity-policy.ts'
import { presentActivityLog, selectLogs } from '../activity-logs/present-activity-log.ts'
import { applicationScope } from '../applications/application-policy.ts'
import type { Database } from '../database/connect.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { assertPositionVisible } from './assert-position-visible.ts'

const byTime = { expression: sql`l.at`, type: 'timestamptz', descending: true } as const

/** Logs of deleted applications, and of those out of the actor's scope, are left out. */
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

export const listPositionActivity = handler(
  contract.listPositionActivity,
  async ({ tx, actor, params, query }) => {
    await assertPositionVisible(tx, actor, params.id)
    const logs = selectVisibleLogs(tx, actor, params.id, query.kind)
    const [page, total] = await Promise.all([
      fetchPage(logs.select(['l.id', 'applications.candidate_name']), 'l.id', byTime, query),
      // Said of the applications as well, it lets all of the position's be found at once.
      countRows(tx, logs.where('applications.position_id', '=', params.id)),
    ])
    const ids = page.rows.map((row) => row.id)
    const shown = await selectLogs(tx, actor.workspaceId)
      .where(sql<boolean>`l.id = any(${ids}::uuid[])`)
      .execute()
    const byId = new Map(shown.map((row) => [row.id, row]))
    return {
      items: page.rows.flatMap(({ id, candidate_name: candidateName }) => {
        const row = byId.get(id)
        return row
          ? [{ ...presentActivityLog(row, actor), application: { id: row.application_id, candidateName } }]
          : []
      }),
      nextCursor: page.nextCursor,
      total,
    }
  },
)
