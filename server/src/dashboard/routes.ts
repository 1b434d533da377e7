import { readsFacts } from '../facts/reads-facts.ts'
import { asReport } from '../http/handler.ts'
import { exportCallAttempts, getCallAttempts } from './call-attempts.ts'
import { exportCallStatuses, getCallStatuses } from './call-statuses.ts'
import { exportCompanyDeclinedReason, getCompanyDeclinedReason } from './company-declined-reason.ts'
import { exportConversionOutcomes, getConversionOutcomes } from './conversion-outcomes.ts'
import { exportConversionRate, getConversionRate } from './conversion-rate.ts'
import { exportDailyActivity, getDailyActivity } from './daily-activity.ts'
import { exportDurations, getDurations } from './durations.ts'
import { getHiringSummary } from './get-hiring-summary.ts'
import { getKpiMetrics } from './get-kpi-metrics.ts'
import { exportLeadsStatusOverview, getLeadsStatusOverview } from './leads-status-overview.ts'
import { exportProspectConversionFunnel, getProspectConversionFunnel } from './prospect-conversion-funnel.ts'
import { exportProspectFinalDisposition, getProspectFinalDisposition } from './prospect-final-disposition.ts'
import { exportSourceEffectiveness, getSourceEffectiveness } from './source-effectiveness.ts'

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
