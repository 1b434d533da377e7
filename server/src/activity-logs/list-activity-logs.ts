import * as contract from '@muster/contract/activity-logs.ts'
import { sql } from 'kysely'
import { assertVisible } from '../applications/assert-visible.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentActivityLog, selectActivityLogs } from './present-activity-log.ts'

export const listActivityLogs = handler(contract.listActivityLogs, async ({ tx, actor, params, query }) => {
  await assertVisible(tx, actor, params.id)
  let logs = selectActivityLogs(tx, actor.workspaceId, params.id)
  if (query.kind?.length) logs = logs.where('l.kind', 'in', query.kind)
  const byTime = { expression: sql`l.at`, type: 'timestamptz', descending: query.sort === '-at' } as const
  const [page, total] = await Promise.all([fetchPage(logs, 'l.id', byTime, query), countRows(tx, logs)])
  return { items: page.rows.map((row) => presentActivityLog(row, actor)), nextCursor: page.nextCursor, total }
})
