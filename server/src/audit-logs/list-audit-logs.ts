import * as contract from '@muster/contract/audit-logs.ts'
import type { Database } from '../database/connect.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { areaOf } from './areas.ts'
import { auditOrders, findAuditLogs, requestedActions } from './find-audit-logs.ts'
import { nameSubjects } from './name-subjects.ts'

async function presentAuditLogs(
  db: Database,
  actor: Actor,
  rows: Awaited<ReturnType<ReturnType<typeof findAuditLogs>['execute']>>,
) {
  const subjects = rows.flatMap((row) => [
    ...(row.subject_kind && row.subject_id ? [{ kind: row.subject_kind, id: row.subject_id }] : []),
    ...(row.user_id ? [{ kind: 'user', id: row.user_id }] : []),
    ...(row.api_key_id ? [{ kind: 'api-key', id: row.api_key_id }] : []),
  ])
  const nameOf = await nameSubjects(db, actor.workspaceId, subjects)
  return rows.map((row) => {
    const subject = row.subject_kind && row.subject_id ? { kind: row.subject_kind, id: row.subject_id } : null
    return {
      id: row.id,
      at: row.at,
      updatedAt: row.changed_at,
      user: row.user_id ? { id: row.user_id, name: nameOf({ kind: 'user', id: row.user_id }) ?? '' } : null,
      action: row.action,
      area: areaOf(row.action),
      subject: subject && { ...subject, name: nameOf(subject) },
      ip: row.ip,
      userAgent: row.user_agent,
      apiKey: row.api_key_id
        ? { id: row.api_key_id, name: nameOf({ kind: 'api-key', id: row.api_key_id }) ?? '' }
        : null,
      impersonatorId: row.impersonator_id,
      details: row.details as Record<string, unknown>,
    }
  })
}

export const listAuditLogs = handler(contract.listAuditLogs, async ({ tx, actor, query }) => {
  const actions = await requestedActions(tx, actor, query)
  return fetchList(
    tx,
    {
      table: 'audit_logs',
      rows: findAuditLogs(tx, actor, query, actions),
      all: tx.selectFrom('audit_logs').where('audit_logs.workspace_id', '=', actor.workspaceId),
      orders: auditOrders,
      present: (rows) => presentAuditLogs(tx, actor, rows),
    },
    query,
  )
})
