import * as contract from '@muster/contract/report-dashboards.ts'
import { handler } from '../http/handler.ts'
import { copyReportDashboard } from './copy-report-dashboard.ts'
import { createReportDashboard } from './create-report-dashboard.ts'
import { deleteReportDashboard, restoreReportDashboard } from './delete-report-dashboard.ts'
import { listReportDashboards } from './list-report-dashboards.ts'
import { loadReportDashboard } from './load-report-dashboard.ts'
import { updateReportDashboard } from './update-report-dashboard.ts'

const getReportDashboard = handler(contract.getReportDashboard, ({ tx, actor, params }) =>
  loadReportDashboard(tx, actor, params.id),
)

export const reportDashboardRoutes = [
  listReportDashboards,
  createReportDashboard,
  getReportDashboard,
  updateReportDashboard,
  copyReportDashboard,
  deleteReportDashboard,
  restoreReportDashboard,
]
