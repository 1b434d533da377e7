import * as contract from '@muster/contract/report-dashboards.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { assertMayShareWithRoles } from '../policies/role-sharing-policy.ts'
import { recordRoleSharing } from '../saved-reports/record-role-sharing.ts'
import type { Actor } from '../session/actor.ts'
import { countOwnReportDashboards, loadReportDashboard } from './load-report-dashboard.ts'
import { writeTiles } from './write-tiles.ts'

/** @throws CONFLICT for a user who has as many as are allowed */
export async function assertRoomForDashboard(tx: Database, actor: Actor): Promise<void> {
  const most = contract.maxReportDashboards
  if ((await countOwnReportDashboards(tx, actor)) >= most)
    throw conflict(t`You have ${most} report dashboards, which is the limit. Delete one first.`)
}

export const createReportDashboard = handler(contract.createReportDashboard, async (context) => {
  const { tx, actor, body } = context
  assertMayShareWithRoles(actor, body.roles)
  await assertRoomForDashboard(tx, actor)
  const id = newId()
  await tx
    .insertInto('report_dashboards')
    .values({
      workspace_id: actor.workspaceId,
      id,
      user_id: actor.userId,
      name: body.name,
      folder: body.folder,
      roles: [...new Set(body.roles)],
    })
    .execute()
  await writeTiles(tx, actor, id, body.tiles)
  const dashboard = await loadReportDashboard(tx, actor, id)
  await recordRoleSharing(tx, 'report_dashboard', context, dashboard, { before: [], after: dashboard.roles })
  return dashboard
})
