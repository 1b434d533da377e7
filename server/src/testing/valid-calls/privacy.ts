import { nothing, type ValidCalls } from './valid-call.ts'

/** The audit log, and retention of personal data. */
export const privacyCalls: ValidCalls = {
  listAuditLogs: ({ ids }) => ({
    query: { userId: ids.user!, subjectId: ids.position!, area: 'exports,rights', q: 'mark' },
  }),
  exportAuditLogs: nothing,
  downloadEverything: ({ ids }) => ({ params: { id: ids.candidate! } }),
  previewErasure: ({ ids }) => ({ params: { id: ids.candidate! } }),
  eraseCandidate: ({ ids, mark }) => ({
    params: { id: ids.spareCandidate! },
    body: { confirmName: `Spare ${mark}` },
  }),
  getRetention: nothing,
  updateRetention: () => ({
    body: { candidatesMonths: 24, filesMonths: 12, callsMonths: null, auditYears: 3 },
  }),
  previewRetention: () => ({ query: { candidatesMonths: '24', auditYears: '2' } }),
  listRetentionRows: () => ({ query: { rule: 'candidates', months: '24' } }),
}
