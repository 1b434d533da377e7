import { getDailyActivity } from './get-daily-activity.ts'
import { getHiringSummary } from './get-hiring-summary.ts'
import { getKpiMetrics } from './get-kpi-metrics.ts'
import { getLeadsStatusOverview } from './get-leads-status-overview.ts'

export const dashboardRoutes = [getKpiMetrics, getHiringSummary, getDailyActivity, getLeadsStatusOverview]
