import * as contract from '@muster/contract/report-dashboards.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { recordRoleSharing } from '../saved-reports/record-role-sharing.ts'
import { assertRoomForDashboard } from './create-report-dashboard.ts'
import { loadOwnReportDashboard, loadReportDashboard } from './load-report-dashboard.ts'

export const deleteReportDashboard = handler(contract.deleteReportDashboard, async (context) => {
  const { tx, actor, params } = context
  const dashboard = await loadOwnReportDashboard(tx, actor, params.id)
  await tx
    .updateTable('report_dashboards')
    .set({ deleted_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  await recordRoleSharing(tx, 'report_dashboard', context, dashboard, { before: dashboard.roles, after: [] })
  return undefined
})

export const restoreReportDashboard = handler(contract.restoreReportDashboard, async (context) => {
  const { tx, actor, params } = context
  await assertRoomForDashboard(tx, actor)
  const { numUpdatedRows } = await tx
    .updateTable('report_dashboards')
    .set({ deleted_at: null })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('user_id', '=', actor.userId)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(t`Deleted report dashboard`)
  const dashboard = await loadReportDashboard(tx, actor, params.id)
  await recordRoleSharing(tx, 'report_dashboard', context, dashboard, { before: [], after: dashboard.roles })
  return dashboard
})
