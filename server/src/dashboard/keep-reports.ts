import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { compactReports, rebuildReports } from './rebuild-reports.ts'

/**
 * Keeps the sums of every workspace small and right: adds up what was counted since the last time, and builds those anew
 * that never were, or whose workspace has other days by now.
 */
export async function keepReports({ db }: Pick<Services, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: string; stale: boolean }>`
    select w.id, s.workspace_id is null or not s.ready or s.timezone <> w.timezone as stale
    from workspaces w left join report_states s on s.workspace_id = w.id
    where s.workspace_id is null or not s.ready or s.timezone <> w.timezone
      or exists (select from report_deltas d where d.workspace_id = w.id)
  `.execute(db)
  for (const { id, stale } of rows)
    if (stale) await rebuildReports(db, id)
    else await compactReports(db, id)
}
