import type { CallOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/report-dashboards.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { assertMayShareWithRoles } from '../policies/role-sharing-policy.ts'
import { recordRoleSharing } from '../saved-reports/record-role-sharing.ts'
import type { Actor } from '../session/actor.ts'
import {
  countOwnReportDashboards,
  loadReportDashboard,
  type ReportDashboard,
} from './load-report-dashboard.ts'
import { writeTiles } from './write-tiles.ts'

/** @throws CONFLICT for a user who has as many as are allowed */
export async function assertRoomForDashboard(tx: Database, actor: Actor): Promise<void> {
  const most = contract.maxReportDashboards
  if ((await countOwnReportDashboards(tx, actor)) >= most)
    throw conflict(t`You have ${most} report dashboards, which is the limit. Delete one first.`)
}

type NewDashboard = CallOf<typeof contract.createReportDashboard>['body']

/** Adds a report dashboard of the actor, who has room for it. */
export async function insertReportDashboard(
  tx: Database,
  actor: Actor,
  { name, folder = '', roles = [], tiles = [] }: NewDashboard,
): Promise<ReportDashboard> {
  const id = newId()
  await tx
    .insertInto('report_dashboards')
    .values({
      workspace_id: actor.workspaceId,
      id,
      user_id: actor.userId,
      name,
      folder,
      roles: [...new Set(roles)],
    })
    .execute()
  await writeTiles(tx, actor, id, tiles)
  return loadReportDashboard(tx, actor, id)
}

export const createReportDashboard = handler(contract.createReportDashboard, async (context) => {
  const { tx, actor, body } = context
  assertMayShareWithRoles(actor, body.roles)
  await assertRoomForDashboard(tx, actor)
  const dashboard = await insertReportDashboard(tx, actor, body)
  await recordRoleSharing(tx, 'report_dashboard', context, dashboard, { before: [], after: dashboard.roles })
  return dashboard
})
