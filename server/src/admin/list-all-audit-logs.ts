import * as contract from '@muster/contract/admin-audit.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'

const byTime = { expression: sql`logs.at`, type: 'timestamptz' } as const

export const listAllAuditLogs = handler(contract.listAllAuditLogs, async ({ tx, query }) => {
  let found = tx.selectFrom('audit_logs as logs').select('logs.id')
  if (query.id?.length) found = found.where('logs.id', 'in', query.id)
  if (query.workspaceId) found = found.where('logs.workspace_id', '=', query.workspaceId)
  if (query.userId) found = found.where('logs.user_id', '=', query.userId)
  if (query.action?.length) found = found.where('logs.action', 'in', query.action)
  if (query.ip) found = found.where('logs.ip', '=', query.ip)
  if (query.from) found = found.where('logs.at', '>=', query.from)
  if (query.to) found = found.where('logs.at', '<', query.to)
  if (query.q) found = found.where(containsText(sql`fold(logs.details::text)`, query.q))
  const shown = found
    .innerJoin('workspaces', 'workspaces.id', 'logs.workspace_id')
    // Superadmins act in workspaces that are not theirs, so this joins by the user's id alone. Ids are unique
    // across workspaces.
    .leftJoin('users', 'users.id', 'logs.user_id')
    .select([
      'logs.at',
      'logs.changed_at',
      'logs.action',
      'logs.ip',
      'logs.details',
      'logs.subject_kind',
      'logs.subject_id',
    ])
    .select([
      'logs.workspace_id',
      'workspaces.name as workspace_name',
      'logs.user_id',
      'users.name as user_name',
    ])
  return fetchList(
    tx,
    {
      table: 'audit_logs',
      alias: 'logs',
      rows: shown,
      all: tx.selectFrom('audit_logs as logs'),
      orders: { '-at': { ...byTime, descending: true }, at: { ...byTime, descending: false } },
      present: (rows) =>
        rows.map((row) => ({
          id: row.id,
          at: row.at,
          updatedAt: row.changed_at,
          workspace: { id: row.workspace_id, name: row.workspace_name },
          user: row.user_id ? { id: row.user_id, name: row.user_name ?? '' } : null,
          action: row.action,
          subject: row.subject_kind && row.subject_id ? { kind: row.subject_kind, id: row.subject_id } : null,
          ip: row.ip,
          details: row.details as Record<string, unknown>,
        })),
    },
    query,
  )
})
