import { nothing, type ValidCalls } from './valid-call.ts'

/** Applications and their parts; reasons, presence, boards. */
export const applicationCalls: ValidCalls = {
  listApplications: ({ ids }) => ({
    query: {
      positionId: ids.position!,
      companyId: ids.company!,
      pipelineId: ids.pipeline!,
      candidateId: ids.candidate!,
      statusId: ids.status0!,
      ownerId: ids.user!,
      reasonId: ids['reason-us']!,
      importId: ids.import!,
    },
  }),
  createApplication: ({ ids }) => ({
    body: {
      positionId: ids.position,
      candidateId: ids.spareCandidate,
      statusId: ids.status1,
      ownerId: ids.user,
      resumeFileId: ids.file,
      comment: 'Hello',
    },
  }),
  getApplication: ({ ids }) => ({ params: { id: ids.application! } }),
  updateApplication: ({ ids }) => ({
    params: { id: ids.application! },
    body: { source: 'Changed', ownerId: ids.user, resumeFileId: ids.file },
  }),
  deleteApplication: ({ ids }) => ({ params: { id: ids.application! } }),
  restoreApplication: ({ ids }) => ({ params: { id: ids.deletedApplication! } }),
  closeApplication: ({ ids }) => ({
    params: { id: ids.application! },
    body: { disposition: 'rejected_by_us', reasonId: ids['reason-us'] },
  }),
  reopenApplication: ({ ids }) => ({
    params: { id: ids.closedApplication! },
    body: { toStatusId: ids.status1 },
  }),
  decideSubmission: ({ ids }) => ({
    params: { id: ids.submittedApplication! },
    body: { decision: 'decline', reasonId: ids['reason-company'], note: 'Not for us' },
  }),
  undoDecision: ({ ids }) => ({ params: { id: ids.decidedApplication! } }),
  listReviews: ({ ids }) => ({ query: { positionId: ids.position! } }),
  getReviewCounts: nothing,
  getReview: ({ ids }) => ({ params: { id: ids.sharedApplication! } }),
  getCoveredResume: ({ ids }) => ({ params: { id: ids.sharedApplication! } }),
  downloadCoveredResume: ({ ids }) => ({ params: { id: ids.sharedApplication! } }),
  listSubmissions: ({ ids }) => ({ query: { state: 'awaiting', applicationId: ids.sharedApplication! } }),
  getSubmission: ({ ids }) => ({ params: { id: ids.submission! } }),
  createSubmission: ({ ids }) => ({
    params: { id: ids.submittedApplication! },
    body: { summary: 'Six years over the road', answers: [{ label: 'License', value: 'CDL-A' }] },
  }),
  withdrawSubmission: ({ ids }) => ({ params: { id: ids.submission! } }),
  askAboutSubmission: ({ ids }) => ({
    params: { id: ids.sharedApplication! },
    body: { body: 'Has he driven in winter?' },
  }),
  replyToClient: ({ ids }) => ({ params: { id: ids.submission! }, body: { body: 'Yes, four winters' } }),
  bulkApplications: ({ ids }) => ({
    body: {
      applicationIds: [ids.application],
      action: { kind: 'move', toStatusId: ids.status1 },
    },
  }),
  undoBatch: ({ ids }) => ({ body: { batchId: ids.batch } }),
  getApplicantSummary: ({ ids }) => ({ params: { id: ids.application! } }),
  listApplicationFacets: nothing,
  countApplicationFacets: ({ ids }) => ({ query: { by: 'positionId', values: ids.position! } }),
  countApplications: ({ ids }) => ({
    query: { positionId: ids.position!, since: '2026-01-01T00:00:00.000Z' },
  }),
  selectApplications: ({ ids }) => ({ query: { positionId: ids.position! } }),
  exportApplications: ({ ids }) => ({ query: { positionId: ids.position! } }),
  exportSelectedApplications: ({ ids }) => ({
    query: { format: 'xlsx' },
    body: { applicationIds: [ids.application] },
  }),
  listApplicationFiles: ({ ids }) => ({ params: { id: ids.application! } }),
  attachApplicationFile: ({ ids }) => ({ params: { id: ids.application! }, body: { fileId: ids.file } }),
  removeApplicationFile: ({ ids }) => ({ params: { id: ids.application!, entryId: ids.fileEntry! } }),
  restoreApplicationFile: ({ ids }) => ({ params: { id: ids.application!, entryId: ids.removedFileEntry! } }),
  listActivityLogs: ({ ids }) => ({ params: { id: ids.application! }, query: { kind: 'comment' } }),
  listCandidateActivity: ({ ids }) => ({
    params: { id: ids.candidate! },
    query: { kind: 'comment,moved', applicationId: ids.application! },
  }),
  createComment: ({ ids }) => ({
    params: { id: ids.application! },
    body: { body: 'Look', mentions: [ids.user] },
  }),
  updateComment: ({ ids }) => ({
    params: { id: ids.application!, commentId: ids.comment! },
    body: { body: 'Changed', mentions: [ids.user] },
  }),
  deleteComment: ({ ids }) => ({ params: { id: ids.application!, commentId: ids.comment! } }),
  restoreComment: ({ ids }) => ({
    params: { id: ids.application!, commentId: ids.deletedComment! },
    body: { body: 'Still true', mentions: [ids.user] },
  }),
  listReasons: nothing,
  createReason: () => ({ body: { party: 'us', name: 'A new reason' } }),
  updateReason: ({ ids }) => ({ params: { id: ids['reason-us']! }, body: { hidden: true } }),
  startViewing: ({ ids }) => ({
    body: {
      visitId: '0197f0a0-0000-7000-8000-000000000001',
      subjectType: 'application',
      subjectId: ids.application,
    },
  }),
  stopViewing: ({ ids }) => ({ params: { visitId: ids.visit! } }),
  getBoard: ({ ids }) => ({ params: { id: ids.position! }, query: { ownerId: ids.user! } }),
  getBoardColumn: ({ ids }) => ({
    params: { id: ids.position!, columnId: ids.status0! },
    query: { ownerId: ids.user! },
  }),
  moveApplications: ({ ids }) => ({
    params: { id: ids.position! },
    body: {
      applicationIds: [ids.application],
      toStatusId: ids.status1,
      beforeId: ids.otherStatusApplication,
      ownerId: ids.user,
    },
  }),
  listBoardLanes: ({ ids }) => ({
    params: { id: ids.pipeline! },
    query: { group: 'company', ownerId: ids.user!, positionId: ids.position!, companyId: ids.company! },
  }),
}
