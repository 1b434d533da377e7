import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/**
 * Returns the applications of sample people to which somebody added something since, with the number of entries. The
 * ids of entries tell: a call can be logged with an earlier time. Moves and edits do not count.
 */
export async function findWorked(
  tx: Database,
  workspaceId: string,
): Promise<{ application_id: string; candidate_id: string; entries: number }[]> {
  const { rows } = await sql<{ application_id: string; candidate_id: string; entries: number }>`
    select a.id as application_id, a.candidate_id, count(*)::int as entries
    from workspaces w
    join sample_records s on s.workspace_id = w.id and s.kind = 'candidate'
    join applications a on a.workspace_id = w.id and a.candidate_id = s.id
    join activity_logs l on l.workspace_id = w.id and l.application_id = a.id
    where w.id = ${workspaceId} and l.kind in ('created', 'imported', 'comment', 'call', 'email', 'file')
      and l.id > (
        lpad(to_hex((extract(epoch from w.sample_loaded_at) * 1000)::bigint + 1), 12, '0') || '70008000000000000000'
      )::uuid
    group by a.id, a.candidate_id
  `.execute(tx)
  return rows
}
