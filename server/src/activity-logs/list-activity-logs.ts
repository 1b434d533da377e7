import * as contract from '@muster/contract/activity-logs.ts'
import { sql } from 'kysely'
import { assertVisible } from '../applications/assert-visible.ts'
import type { Database } from '../database/connect.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { activityScope } from './activity-policy.ts'
import { presentActivityLog, selectActivityLogs } from './present-activity-log.ts'

const mostCounted = 10_000

/** How many entries of each kind there are. */
async function countKinds(db: Database, actor: Actor, applicationId: string) {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from (
      select l.kind from activity_logs l
      where l.workspace_id = ${actor.workspaceId} and l.application_id = ${applicationId} and ${activityScope(actor)}
      limit ${mostCounted}
    ) as logs
    group by kind
  `.execute(db)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

export const listActivityLogs = handler(contract.listActivityLogs, async ({ tx, actor, params, query }) => {
  await assertVisible(tx, actor, params.id, { deleted: actor.permissions.has('applications:delete') })
  let logs = selectActivityLogs(tx, actor.workspaceId, params.id).where(activityScope(actor))
  if (query.kind?.length) logs = logs.where('l.kind', 'in', query.kind)
  const byTime = { expression: sql`l.at`, type: 'timestamptz', descending: query.sort === '-at' } as const
  const [page, total, counts] = await Promise.all([
    fetchPage(logs, 'l.id', byTime, query),
    countRows(tx, logs),
    query.cursor ? {} : countKinds(tx, actor, params.id),
  ])
  return {
    items: page.rows.map((row) => presentActivityLog(row, actor)),
    nextCursor: page.nextCursor,
    total,
    counts,
  }
})
