import type { CallOf } from '@muster/contract/endpoint.ts'
import type { createReportDashboard } from '@muster/contract/report-dashboards.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { findSavedReports } from '../saved-reports/present-saved-report.ts'
import type { Actor } from '../session/actor.ts'

type Tile = NonNullable<CallOf<typeof createReportDashboard>['body']['tiles']>[number]

/**
 * Replaces the tiles of a report dashboard. `before` has the reports that are on it, which may stay even if the actor
 * may not see them any more.
 * @throws VALIDATION for other reports that the actor may not see
 */
export async function writeTiles(
  tx: Database,
  actor: Actor,
  dashboardId: string,
  tiles: readonly Tile[],
  before: ReadonlySet<string> = new Set(),
): Promise<void> {
  const added = tiles.map(({ reportId }) => reportId).filter((reportId) => !before.has(reportId))
  const seen = new Set((added.length > 0 ? await findSavedReports(tx, actor, added) : []).map(({ id }) => id))
  if (added.some((reportId) => !seen.has(reportId)))
    throw invalid('tiles', t`A report was deleted or is not shared with you. Choose another one.`)
  await tx
    .deleteFrom('report_dashboard_tiles')
    .where('workspace_id', '=', actor.workspaceId)
    .where('dashboard_id', '=', dashboardId)
    .execute()
  if (tiles.length === 0) return
  // Reports that were removed for good since have left their dashboards.
  await sql`
    insert into report_dashboard_tiles (workspace_id, dashboard_id, report_id, ordinal, width, height)
    select r.workspace_id, ${dashboardId}, r.id, tile.ordinal - 1, tile.width, tile.height
    from unnest(
      ${tiles.map(({ reportId }) => reportId)}::uuid[], ${tiles.map(({ width }) => width)}::int[],
      ${tiles.map(({ height }) => height)}::text[]
    ) with ordinality tile (report_id, width, height, ordinal)
    join saved_reports r on r.workspace_id = ${actor.workspaceId} and r.id = tile.report_id
  `.execute(tx)
}
