import type { reportDashboard } from '@muster/contract/report-dashboards.ts'
import { tileHeights } from '@muster/contract/report-grid.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { forbidden, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { ownerAbilities, sharedRoles, sharingScope } from '../policies/role-sharing-policy.ts'
import { findSavedReports } from '../saved-reports/present-saved-report.ts'
import type { Actor } from '../session/actor.ts'

export type ReportDashboard = z.input<typeof reportDashboard>

interface ReportDashboardRow
  extends Pick<
    Selectable<DB['report_dashboards']>,
    'id' | 'user_id' | 'name' | 'folder' | 'version' | 'created_at' | 'updated_at'
  > {
  roles: ReportDashboard['roles']
  owner_name: string
}

/** Selects the report dashboards the actor may know of. */
export function selectReportDashboards(db: Database, actor: Actor) {
  return db
    .selectFrom('report_dashboards')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'report_dashboards.workspace_id')
        .onRef('users.id', '=', 'report_dashboards.user_id'),
    )
    .where('report_dashboards.workspace_id', '=', actor.workspaceId)
    .where('report_dashboards.deleted_at', 'is', null)
    .where(sharingScope(actor, 'report_dashboards'))
    .select([
      'report_dashboards.id',
      'report_dashboards.user_id',
      'report_dashboards.name',
      'report_dashboards.folder',
      'report_dashboards.version',
      'report_dashboards.created_at',
      'report_dashboards.updated_at',
      'users.name as owner_name',
    ])
    .select(sharedRoles('report_dashboards').as('roles'))
    .$castTo<ReportDashboardRow>()
}

export function presentReportDashboard(row: ReportDashboardRow, actor: Actor) {
  return {
    id: row.id,
    name: row.name,
    folder: row.folder,
    roles: row.roles,
    owner: { id: row.user_id, name: row.owner_name },
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    can: ownerAbilities(actor, row),
  }
}

/** Returns the tiles in order. Reports that were deleted, or that the actor may not see, are null. */
async function loadTiles(db: Database, actor: Actor, id: string): Promise<ReportDashboard['tiles']> {
  const tiles = await db
    .selectFrom('report_dashboard_tiles')
    .where('workspace_id', '=', actor.workspaceId)
    .where('dashboard_id', '=', id)
    .orderBy('ordinal')
    .select(['report_id', 'width', 'height'])
    .execute()
  if (tiles.length === 0) return []
  const ids = tiles.map(({ report_id }) => report_id)
  const reports = new Map((await findSavedReports(db, actor, ids)).map((report) => [report.id, report]))
  return tiles.map(({ report_id, width, height }) => ({
    reportId: report_id,
    width,
    height: tileHeights.find((known) => known === height)!,
    report: reports.get(report_id) ?? null,
  }))
}

/** @throws NOT_FOUND also for another user's report dashboard that is not shared with the actor's role */
export async function loadReportDashboard(db: Database, actor: Actor, id: string): Promise<ReportDashboard> {
  const row = await selectReportDashboards(db, actor)
    .where('report_dashboards.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(t`Report dashboard`)
  return { ...presentReportDashboard(row, actor), tiles: await loadTiles(db, actor, id) }
}

/** @throws NOT_FOUND, or FORBIDDEN for another user's shared report dashboard */
export async function loadOwnReportDashboard(
  db: Database,
  actor: Actor,
  id: string,
): Promise<ReportDashboard> {
  const dashboard = await loadReportDashboard(db, actor, id)
  if (!dashboard.can.edit)
    throw forbidden(t`Only ${dashboard.owner.name}, whose report dashboard this is, may change it`)
  return dashboard
}

/** Counts the actor's report dashboards; others who count wait until the transaction ends. */
export async function countOwnReportDashboards(tx: Database, actor: Actor): Promise<number> {
  await sql`
    select from users where workspace_id = ${actor.workspaceId} and id = ${actor.userId} for no key update
  `.execute(tx)
  const { n } = await tx
    .selectFrom('report_dashboards')
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
