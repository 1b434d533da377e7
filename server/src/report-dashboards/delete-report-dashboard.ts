import * as contract from '@muster/contract/report-dashboards.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { markDeleted, restoreOwn } from '../saved-reports/deleted-rows.ts'
import { recordRoleSharing } from '../saved-reports/record-role-sharing.ts'
import { assertRoomForDashboard } from './create-report-dashboard.ts'
import { loadOwnReportDashboard, loadReportDashboard } from './load-report-dashboard.ts'

export const deleteReportDashboard = handler(contract.deleteReportDashboard, async (context) => {
  const { tx, actor, params } = context
  const dashboard = await loadOwnReportDashboard(tx, actor, params.id)
  await markDeleted(tx, actor, 'report_dashboards', params.id)
  await recordRoleSharing(tx, 'report_dashboard', context, dashboard, { before: dashboard.roles, after: [] })
  return undefined
})

export const restoreReportDashboard = handler(contract.restoreReportDashboard, async (context) => {
  const { tx, actor, params } = context
  await assertRoomForDashboard(tx, actor)
  if (!(await restoreOwn(tx, actor, 'report_dashboards', params.id)))
    throw notFound(t`Deleted report dashboard`)
  const dashboard = await loadReportDashboard(tx, actor, params.id)
  await recordRoleSharing(tx, 'report_dashboard', context, dashboard, { before: [], after: dashboard.roles })
  return dashboard
})
