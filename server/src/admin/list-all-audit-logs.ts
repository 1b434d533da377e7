import * as contract from '@muster/contract/admin-audit.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
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
    // Who runs the installation acts in workspaces that are not theirs; an id is nobody else's.
    .leftJoin('users', 'users.id', 'logs.user_id')
    .select(['logs.at', 'logs.action', 'logs.ip', 'logs.details', 'logs.subject_kind', 'logs.subject_id'])
    .select([
      'logs.workspace_id',
      'workspaces.name as workspace_name',
      'logs.user_id',
      'users.name as user_name',
    ])
  const [page, total] = await Promise.all([
    fetchPage(shown, 'logs.id', { ...byTime, descending: query.sort === '-at' }, query),
    countRows(tx, found),
  ])
  const items = page.rows.map((row) => ({
    id: row.id,
    at: row.at,
    workspace: { id: row.workspace_id, name: row.workspace_name },
    user: row.user_id ? { id: row.user_id, name: row.user_name ?? '' } : null,
    action: row.action,
    subject: row.subject_kind && row.subject_id ? { kind: row.subject_kind, id: row.subject_id } : null,
    ip: row.ip,
    details: row.details as Record<string, unknown>,
  }))
  return { items, nextCursor: page.nextCursor, total }
})
