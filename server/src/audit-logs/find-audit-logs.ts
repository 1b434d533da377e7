import type { listAuditLogs } from '@muster/contract/audit-logs.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import type { SortColumn } from '../database/keyset.ts'
import type { Actor } from '../session/actor.ts'
import { areaOf, listActions } from './areas.ts'

const byTime = { expression: sql`audit_logs.at`, type: 'timestamptz' } as const

export const auditOrders = {
  '-at': { ...byTime, descending: true },
  at: { ...byTime, descending: false },
} satisfies Record<string, SortColumn>

type Filters = Omit<QueryOf<typeof listAuditLogs>, 'sort' | 'limit' | 'cursor'>

/** Returns the actions that a query asks for by name or area; null means all. */
export async function requestedActions(db: Database, actor: Actor, query: Filters): Promise<string[] | null> {
  const { area, action } = query
  if (!area?.length) return action?.length ? action : null
  const ofArea = (await listActions(db, actor.workspaceId)).filter((each) => area.includes(areaOf(each)))
  return action?.length ? ofArea.filter((each) => action.includes(each)) : ofArea
}

/** @param actions the requested actions; null means all */
export function findAuditLogs(db: Database, actor: Actor, query: Filters, actions: string[] | null) {
  let found = db
    .selectFrom('audit_logs')
    .where('audit_logs.workspace_id', '=', actor.workspaceId)
    .selectAll('audit_logs')
  if (query.id?.length) found = found.where('audit_logs.id', 'in', query.id)
  if (actions) found = found.where(sql<boolean>`audit_logs.action = any(${actions}::text[])`)
  if (query.userId?.length)
    found = found.where(sql<boolean>`audit_logs.user_id = any(${query.userId}::uuid[])`)
  if (query.subjectKind?.length) found = found.where('audit_logs.subject_kind', 'in', query.subjectKind)
  if (query.subjectId) found = found.where('audit_logs.subject_id', '=', query.subjectId)
  if (query.ip) found = found.where('audit_logs.ip', '=', query.ip)
  if (query.from) found = found.where('audit_logs.at', '>=', query.from)
  if (query.to) found = found.where('audit_logs.at', '<', query.to)
  if (query.q) found = found.where(containsText(sql`fold(audit_logs.details::text)`, query.q))
  return found
}
