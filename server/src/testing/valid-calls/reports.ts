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

const explored: ValidCalls[string] = ({ ids }) => ({
  query: {
    measure: 'newApplications,contactRate,timeToHire',
    by: 'source,week',
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
  listSavedReports: () => ({}),
  createSavedReport: () => ({ body: { name: 'A new report', query: { measure: 'hired' } } }),
  getSavedReport: ({ ids }) => ({ params: { id: ids.savedReport! } }),
  updateSavedReport: ({ ids }) => ({
    params: { id: ids.savedReport! },
    body: { name: 'Changed', roles: ['viewer'] },
  }),
  deleteSavedReport: ({ ids }) => ({ params: { id: ids.savedReport! } }),
  restoreSavedReport: ({ ids }) => ({ params: { id: ids.deletedSavedReport! } }),
  listReportSchedules: ({ ids }) => ({ query: { reportId: ids.savedReport! } }),
  createReportSchedule: ({ ids }, { id }) => ({
    body: {
      reportId: ids.savedReport!,
      frequency: 'monthly',
      monthDay: 31,
      hour: 7,
      timezone: 'Europe/Oslo',
      withRows: true,
      recipientIds: [id],
    },
  }),
  getReportSchedule: ({ ids }) => ({ params: { id: ids.reportSchedule! } }),
  updateReportSchedule: ({ ids }, { id }) => ({
    params: { id: ids.reportSchedule! },
    body: { frequency: 'daily', hour: 9, recipientIds: [id] },
  }),
  deleteReportSchedule: ({ ids }) => ({ params: { id: ids.reportSchedule! } }),
  listReportSendings: ({ ids }) => ({ params: { id: ids.reportSchedule! } }),
  sendSavedReport: ({ ids }) => ({ params: { id: ids.savedReport! }, body: { withRows: true } }),
  setReportSubscription: ({ secrets }) => ({
    body: { token: secrets.subscriptionToken, isSubscribed: false },
  }),
  unsubscribeWithOneClick: ({ secrets }) => ({ params: { token: secrets.subscriptionToken } }),
  listFacts: () => ({ query: { updatedSince: '2026-01-01T00:00:00.000Z', limit: '2' } }),
  exploreDistribution: ({ ids }) => ({ query: { measure: 'timeInStage', companyId: ids.company! } }),
  exploreCohorts: () => ({ query: { step: 'month', reached: 'interview' } }),
  exploreReport: explored,
  exportExplore: explored,
}
