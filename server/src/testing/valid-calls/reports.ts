import type { ValidCalls } from './valid-call.ts'

const report: ValidCalls[string] = ({ ids }) => ({
  query: {
    companyId: ids.company!,
    positionId: ids.position!,
    ownerId: ids.user!,
    agentId: ids.agent!,
    timezone: 'Europe/Oslo',
  },
})

export const reportCalls: ValidCalls = {
  getKpiMetrics: report,
  getHiringSummary: report,
  getDailyActivity: report,
  exportDailyActivity: report,
  getLeadsStatusOverview: report,
  exportLeadsStatusOverview: report,
  getConversionRate: report,
  exportConversionRate: report,
  getProspectConversionFunnel: report,
  exportProspectConversionFunnel: report,
  getProspectFinalDisposition: report,
  exportProspectFinalDisposition: report,
  getCompanyDeclinedReason: report,
  exportCompanyDeclinedReason: report,
  getSourceEffectiveness: report,
  exportSourceEffectiveness: report,
  getDurations: report,
  exportDurations: report,
  getCallStatuses: report,
  exportCallStatuses: report,
  getConversionOutcomes: report,
  exportConversionOutcomes: report,
  getCallAttempts: report,
  exportCallAttempts: report,
}
