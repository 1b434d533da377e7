import type { AuditArea } from '@muster/contract/audit-logs.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** The first match gives an action's area. */
const areas: readonly [AuditArea, RegExp][] = [
  ['denied', /^(access\.|file\.infected$)/],
  ['exports', /export/],
  ['privacy', /^(privacy|retention)\./],
  ['sign-in', /^(login|logout|session|password|email|second[-_]factor|impersonation)/],
  ['rights', /^(user|users|invitation|invite|role)\b/],
  ['people', /^(candidate|candidates|application|applications|submission)\./],
  ['integrations', /^(api-key|webhook|voice-secret)\./],
  ['imports', /^import\./],
  ['workspace', /^(workspace|custom-field|position|positions|mail|plan|subscription|invoice|billing)\./],
]

export function areaOf(action: string): AuditArea {
  return areas.find(([, pattern]) => pattern.test(action))?.[0] ?? 'other'
}

/** Returns the few dozen actions in a workspace's log by a loose index scan, without reading every entry. */
export async function listActions(db: Database, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive hop as (
      (select action from audit_logs where workspace_id = ${workspaceId} order by action limit 1)
      union all
      select (
        select l.action from audit_logs l
        where l.workspace_id = ${workspaceId} and l.action > hop.action order by l.action limit 1
      ) from hop where hop.action is not null
    )
    select action from hop where action is not null
  `.execute(db)
  return rows.map(({ action }) => action)
}
