import { readsFacts } from '../facts/reads-facts.ts'
import { asReport } from '../http/handler.ts'
import { exportCallAttempts } from './export-call-attempts.ts'
import { exportCallStatuses } from './export-call-statuses.ts'
import { exportCompanyDeclinedReason } from './export-company-declined-reason.ts'
import { exportConversionOutcomes } from './export-conversion-outcomes.ts'
import { exportConversionRate } from './export-conversion-rate.ts'
import { exportDailyActivity } from './export-daily-activity.ts'
import { exportDurations } from './export-durations.ts'
import { exportLeadsStatusOverview } from './export-leads-status-overview.ts'
import { exportProspectConversionFunnel } from './export-prospect-conversion-funnel.ts'
import { exportProspectFinalDisposition } from './export-prospect-final-disposition.ts'
import { exportSourceEffectiveness } from './export-source-effectiveness.ts'
import { getCallAttempts } from './get-call-attempts.ts'
import { getCallStatuses } from './get-call-statuses.ts'
import { getCompanyDeclinedReason } from './get-company-declined-reason.ts'
import { getConversionOutcomes } from './get-conversion-outcomes.ts'
import { getConversionRate } from './get-conversion-rate.ts'
import { getDailyActivity } from './get-daily-activity.ts'
import { getDurations } from './get-durations.ts'
import { getHiringSummary } from './get-hiring-summary.ts'
import { getKpiMetrics } from './get-kpi-metrics.ts'
import { getLeadsStatusOverview } from './get-leads-status-overview.ts'
import { getProspectConversionFunnel } from './get-prospect-conversion-funnel.ts'
import { getProspectFinalDisposition } from './get-prospect-final-disposition.ts'
import { getSourceEffectiveness } from './get-source-effectiveness.ts'

export const dashboardRoutes = [
  getKpiMetrics,
  getHiringSummary,
  getDailyActivity,
  exportDailyActivity,
  getLeadsStatusOverview,
  exportLeadsStatusOverview,
  getConversionRate,
  exportConversionRate,
  getProspectConversionFunnel,
  exportProspectConversionFunnel,
  getProspectFinalDisposition,
  exportProspectFinalDisposition,
  getCompanyDeclinedReason,
  exportCompanyDeclinedReason,
  getSourceEffectiveness,
  exportSourceEffectiveness,
  getDurations,
  exportDurations,
  getCallStatuses,
  exportCallStatuses,
  getConversionOutcomes,
  exportConversionOutcomes,
  getCallAttempts,
  exportCallAttempts,
].map((route) => asReport(readsFacts(route)))
