import * as contract from '@muster/contract/audit-logs.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { areaOf } from './areas.ts'
import { actionsAskedFor, auditOrders, findAuditLogs } from './find-audit-logs.ts'
import { nameSubjects } from './name-subjects.ts'

export const listAuditLogs = handler(contract.listAuditLogs, async ({ tx, actor, query }) => {
  const actions = await actionsAskedFor(tx, actor, query)
  const found = findAuditLogs(tx, actor, query, actions)
  const [page, total] = await Promise.all([
    fetchPage(found, 'audit_logs.id', auditOrders[query.sort], query),
    countRows(tx, found),
  ])
  const { rows } = page
  const subjects = rows.flatMap((row) => [
    ...(row.subject_kind && row.subject_id ? [{ kind: row.subject_kind, id: row.subject_id }] : []),
    ...(row.user_id ? [{ kind: 'user', id: row.user_id }] : []),
    ...(row.api_key_id ? [{ kind: 'api-key', id: row.api_key_id }] : []),
  ])
  const nameOf = await nameSubjects(tx, actor.workspaceId, subjects)
  const items = rows.map((row) => {
    const subject = row.subject_kind && row.subject_id ? { kind: row.subject_kind, id: row.subject_id } : null
    return {
      id: row.id,
      at: row.at,
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
  return { items, nextCursor: page.nextCursor, total }
})
