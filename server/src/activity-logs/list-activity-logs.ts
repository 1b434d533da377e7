import * as contract from '@muster/contract/activity-logs.ts'
import { sql } from 'kysely'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { activityScope } from '../policies/activity-policy.ts'
import { assertVisible } from '../policies/visible-applications.ts'
import { countKinds } from './count-kinds.ts'
import { presentActivityLog, selectActivityLogs } from './present-activity-log.ts'

const byTime = { expression: sql`l.at`, type: 'timestamptz' } as const

export const listActivityLogs = handler(contract.listActivityLogs, async ({ tx, actor, params, query }) => {
  await assertVisible(tx, actor, params.id, { deleted: actor.permissions.has('applications:delete') })
  const all = selectActivityLogs(tx, actor.workspaceId, params.id).where(activityScope(actor))
  const [list, counts] = await Promise.all([
    fetchList(
      tx,
      {
        table: 'activity_logs',
        alias: 'l',
        rows: query.kind?.length ? all.where('l.kind', 'in', query.kind) : all,
        all: all.clearSelect(),
        orders: { '-at': { ...byTime, descending: true }, at: { ...byTime, descending: false } },
        present: (rows) => rows.map((row) => presentActivityLog(row, actor)),
      },
      query,
    ),
    query.cursor ? {} : countKinds(tx, all),
  ])
  return { ...list, counts }
})
