import * as contract from '@muster/contract/audit-logs.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { inOrder } from '../database/keyset.ts'
import { text, time } from '../exports/export-column.ts'
import { sendExport } from '../exports/send-export.ts'
import { streamHandler } from '../http/handler.ts'
import { auditOrders, findAuditLogs, requestedActions } from './find-audit-logs.ts'

const the = (column: string) => sql.ref(`list.${column}`)

const nameOf = (table: string, id: string) =>
  sql`(select t.name from ${sql.table(table)} t where t.workspace_id = list.workspace_id and t.id = ${the(id)})`

export const exportAuditLogs = streamHandler(contract.exportAuditLogs, async (asked, _, reply) => {
  const { tx: db, actor, query } = asked
  const { format, bom, timezone, columns, ...filters } = query
  const actions = await requestedActions(db, actor, filters)
  const rows = findAuditLogs(db, actor, filters, actions)
  return sendExport({
    ...asked,
    reply,
    name: t`Audit log`,
    what: 'audit-logs',
    columns: {
      at: time(t`Time`, the('at')),
      user: text(t`User`, nameOf('users', 'user_id'), { width: 26, repeats: true }),
      action: text(t`Action`, the('action'), { width: 26, repeats: true }),
      subjectKind: text(t`Record type`, the('subject_kind'), { repeats: true }),
      subjectId: text(t`Record ID`, sql`${the('subject_id')}::text`, { width: 38 }),
      ip: text(t`IP address`, the('ip'), { width: 20, repeats: true }),
      userAgent: text(t`User agent`, the('user_agent'), { width: 30, repeats: true }),
      apiKey: text(t`API key`, nameOf('api_keys', 'api_key_id'), { repeats: true }),
      details: text(t`Details`, sql`${the('details')}::text`, { width: 60 }),
      id: text(t`ID`, sql`${the('id')}::text`, { width: 38 }),
    },
    rows: db.selectFrom(inOrder(rows, 'audit_logs.id', auditOrders[query.sort]).as('list')),
    details: { filters },
  })
})
