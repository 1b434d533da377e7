import { newId } from '../database/new-id.ts'
import type { Furnished } from './furnish.ts'
import { appCode, makePicture } from './furnish-sign-in.ts'
import { type TestUser, voiceSecret } from './test-server.ts'

const picture = await makePicture()

export interface ValidCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  file?: { content: string | Buffer; name: string }
  /** Beside who calls, such as a signature. */
  headers?: Record<string, string>
}

type MakeCall = (furnished: Furnished, as: TestUser) => ValidCall

const nothing: MakeCall = () => ({})

const report: MakeCall = ({ ids }) => ({
  query: {
    companyId: ids.company!,
    positionId: ids.position!,
    ownerId: ids.user!,
    agentId: ids.agent!,
    timezone: 'Europe/Oslo',
  },
})

const statuses = ({ ids }: Furnished) => Array.from({ length: 8 }, (_, index) => ids[`status${index}`]!)
const stages = ({ ids }: Furnished) => Array.from({ length: 8 }, (_, index) => ids[`stage${index}`]!)

const importing = ({ ids }: Furnished) => ({
  importId: ids.import,
  mapping: { 0: 'fullName', 1: 'email' },
  positionId: ids.position,
  ownerId: ids.user,
  source: 'A fair',
})

/** For each endpoint, by its name, a call that works in a furnished workspace, naming every row it can. */
export const validCalls: Record<string, MakeCall> = {
  login: ({ secrets }) => ({ body: { email: secrets.email, password: secrets.password } }),
  logout: nothing,
  refresh: (_, as) => ({ body: { refresh_token: as.refreshToken } }),
  forgotPassword: () => ({ body: { email: 'somebody@example.com' } }),
  resetPassword: ({ secrets }) => ({
    body: { token: secrets.resetToken, newPassword: 'bright river lantern' },
  }),
  loginWithSecondFactor: ({ secrets }) => ({
    body: { challengeToken: secrets.challengeToken, code: appCode(secrets.challengedSecret) },
  }),
  getSecondFactor: nothing,
  beginSecondFactor: ({ secrets }) => ({ body: { currentPassword: secrets.password } }),
  confirmSecondFactor: ({ secrets }) => ({ body: { code: appCode(secrets.factorSecret) } }),
  renewRecoveryCodes: ({ secrets }) => ({ body: { currentPassword: secrets.password } }),
  removeSecondFactor: ({ secrets }) => ({ body: { currentPassword: secrets.password } }),
  resetUserSecondFactor: ({ ids }) => ({ params: { id: ids.factored! } }),
  updateProfile: () => ({ body: { name: 'Renamed' } }),
  uploadAvatar: () => ({ file: { content: picture, name: 'me.png' } }),
  deleteAvatar: nothing,
  listAvatars: nothing,
  getAvatar: ({ ids }) => ({ params: { id: ids.user! } }),
  changePassword: ({ secrets }) => ({
    body: { currentPassword: secrets.password, newPassword: 'bright river lantern' },
  }),
  resetUserPassword: ({ ids }) => ({ params: { id: ids.user! } }),
  listMySessions: nothing,
  listUserSessions: ({ ids }) => ({ params: { id: ids.user! } }),
  endSession: ({ ids }) => ({ params: { id: ids.session! } }),
  endOtherSessions: nothing,
  listInvitations: () => ({ query: { q: 'invited', state: 'pending' } }),
  inviteUser: ({ ids }) => ({
    body: { email: 'somebody.new@example.com', role: 'client_reviewer', companyId: ids.company },
  }),
  resendInvitation: ({ ids }) => ({ params: { id: ids.invitation! } }),
  revokeInvitation: ({ ids }) => ({ params: { id: ids.invitation! } }),
  lookAtInvitation: ({ secrets }) => ({ body: { token: secrets.inviteToken } }),
  acceptInvitation: ({ secrets }) => ({
    body: { token: secrets.inviteToken, name: 'Somebody New', password: 'bright river lantern' },
  }),
  getCurrentUser: nothing,
  updateCurrentUser: () => ({ body: { name: 'Renamed' } }),
  exportUsers: nothing,
  listUsers: ({ ids }) => ({ query: { q: 'a', companyId: ids.company!, userId: ids.user! } }),
  listRoles: nothing,
  getUserStats: nothing,
  getUser: ({ ids }) => ({ params: { id: ids.spareUser! } }),
  createUser: ({ ids }) => ({
    body: {
      email: `${newId().slice(-12)}@example.com`,
      name: 'New Colleague',
      role: 'client_reviewer',
      companyId: ids.company,
    },
  }),
  updateUser: ({ ids }) => ({
    params: { id: ids.spareUser! },
    body: { name: 'Renamed', role: 'client_reviewer', companyId: ids.company },
  }),
  deleteUser: ({ ids }) => ({ params: { id: ids.spareUser! } }),
  restoreUser: ({ ids }) => ({ params: { id: ids.deletedUser! } }),
  setUserStatus: ({ ids }) => ({ params: { id: ids.spareUser! }, body: { status: 'suspended' } }),
  setUserRole: ({ ids }) => ({
    params: { id: ids.spareUser! },
    body: { role: 'client_reviewer', companyId: ids.company },
  }),
  getUserPermissions: ({ ids }) => ({ params: { id: ids.spareUser! } }),
  setUserPermissions: ({ ids }) => ({
    params: { id: ids.spareUser! },
    body: { permissions: ['applications:read'] },
  }),
  createUsers: ({ ids }) => ({
    body: {
      users: [
        {
          email: `${newId().slice(-12)}@example.com`,
          name: 'New Colleague',
          role: 'client_reviewer',
          companyId: ids.company,
        },
      ],
    },
  }),
  updateUsers: ({ ids }) => ({
    body: { userIds: [ids.spareUser], updates: { role: 'client_reviewer', companyId: ids.company } },
  }),
  deleteUsers: ({ ids }) => ({ body: { userIds: [ids.spareUser] } }),
  restoreUsers: ({ ids }) => ({ body: { userIds: [ids.deletedUser] } }),
  listUserActivity: ({ ids }) => ({ params: { id: ids.spareUser! } }),
  listOwnActivity: nothing,
  getWorkspace: nothing,
  updateWorkspace: () => ({ body: { timezone: 'Europe/Oslo', defaultCountry: 'NO' } }),

  exportCompanies: nothing,
  listCompanies: () => ({ query: { q: 'a' } }),
  createCompany: () => ({ body: { name: 'A new company', website: 'https://new.example' } }),
  getCompany: ({ ids }) => ({ params: { id: ids.company! } }),
  updateCompany: ({ ids }) => ({ params: { id: ids.company! }, body: { notes: 'Changed' } }),
  deleteCompany: ({ ids }) => ({ params: { id: ids.spareCompany! } }),
  restoreCompany: ({ ids }) => ({ params: { id: ids.deletedCompany! } }),

  exportCandidates: nothing,
  listCandidates: () => ({ query: { q: 'ana', tag: 'x' } }),
  createCandidate: ({ ids }) => ({
    body: { name: 'New Person', phone: '312 555 0144', resumeFileId: ids.file },
  }),
  findDuplicateCandidates: ({ ids }) => ({ query: { name: 'New Person', exceptId: ids.candidate! } }),
  listPossibleDuplicates: ({ ids }) => ({ params: { id: ids.candidate! } }),
  getCandidate: ({ ids }) => ({ params: { id: ids.candidate! } }),
  updateCandidate: ({ ids }) => ({
    params: { id: ids.candidate! },
    body: { name: 'Changed', resumeFileId: ids.file },
  }),
  deleteCandidate: ({ ids }) => ({ params: { id: ids.spareCandidate! } }),
  restoreCandidate: ({ ids }) => ({ params: { id: ids.deletedCandidate! } }),
  previewMerge: ({ ids }) => ({ params: { id: ids.candidate! }, query: { mergedId: ids.spareCandidate! } }),
  mergeCandidates: ({ ids }) => ({
    params: { id: ids.candidate! },
    body: {
      mergedId: ids.spareCandidate,
      version: 1,
      mergedVersion: 1,
      choices: { name: 'merged' },
      keepApplicationIds: [ids.application],
    },
  }),
  listCandidateMerges: ({ ids }) => ({ params: { id: ids.survivor! } }),
  unmergeCandidates: ({ ids }) => ({ params: { id: ids.survivor!, mergeId: ids.merge! } }),

  listPipelines: () => ({ query: { q: 'a' } }),
  createPipeline: () => ({ body: { name: 'A new pipeline' } }),
  getPipeline: ({ ids }) => ({ params: { id: ids.pipeline! } }),
  updatePipeline: (all) => ({
    params: { id: all.ids.pipeline! },
    body: { isDefault: true, stageIds: stages(all).reverse() },
  }),
  deletePipeline: ({ ids }) => ({ params: { id: ids.pipeline! } }),
  restorePipeline: ({ ids }) => ({ params: { id: ids.deletedPipeline! } }),
  listStages: ({ ids }) => ({ params: { id: ids.pipeline! } }),
  createStage: ({ ids }) => ({
    params: { id: ids.pipeline! },
    body: { name: 'New', type: 'lead', order: 0 },
  }),
  updateStage: ({ ids }) => ({ params: { id: ids.stage1! }, body: { name: 'Changed', order: 0 } }),
  deleteStage: ({ ids }) => ({ params: { id: ids.stage1! } }),
  restoreStage: ({ ids }) => ({ params: { id: ids.deletedStage! } }),

  exportPositions: nothing,
  listPositions: ({ ids }) => ({
    query: { companyId: ids.company!, pipelineId: ids.pipeline!, ownerId: ids.user! },
  }),
  createPosition: ({ ids }) => ({
    body: {
      name: 'A new position',
      companyId: ids.company,
      pipelineId: ids.pipeline,
      ownerId: ids.user,
      hiringManagerId: ids.user,
    },
  }),
  getPosition: ({ ids }) => ({ params: { id: ids.position! } }),
  updatePosition: ({ ids }) => ({
    params: { id: ids.position! },
    body: { companyId: ids.spareCompany, ownerId: ids.user, hiringManagerId: ids.user },
  }),
  deletePosition: ({ ids }) => ({ params: { id: ids.sparePosition! } }),
  restorePosition: ({ ids }) => ({ params: { id: ids.deletedPosition! } }),
  copyPosition: ({ ids }) => ({ params: { id: ids.position! }, body: { companyId: ids.spareCompany } }),
  listStatuses: ({ ids }) => ({ params: { id: ids.position! } }),
  createStatus: ({ ids }) => ({ body: { positionId: ids.position, name: 'New', type: 'offer', order: 1 } }),
  updateStatus: ({ ids }) => ({ params: { id: ids.status0! }, body: { name: 'Changed', slaDays: 4 } }),
  deleteStatus: ({ ids }) => ({ params: { id: ids.status0! }, query: { moveTo: ids.status1! } }),
  restoreStatus: ({ ids }) => ({ params: { id: ids.deletedStatus! } }),
  orderStatuses: (all) => ({
    params: { id: all.ids.position! },
    body: { statusIds: statuses(all).reverse() },
  }),
  listPositionActivity: ({ ids }) => ({ params: { id: ids.position! }, query: { kind: 'moved,comment' } }),
  getPositionPeople: ({ ids }) => ({ params: { id: ids.position! } }),

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

  lookAt: ({ ids }) => ({
    body: {
      visitId: '0197f0a0-0000-7000-8000-000000000001',
      subjectType: 'application',
      subjectId: ids.application,
    },
  }),
  lookAway: ({ ids }) => ({ params: { visitId: ids.visit! } }),

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

  analyzeImport: () => ({ file: { content: 'Name\nIda\n', name: 'people.csv' } }),
  listImportValues: ({ ids }) => ({ body: { importId: ids.import, mapping: { 0: 'fullName' } } }),
  previewImport: (all) => ({ body: importing(all) }),
  correctImport: ({ ids }) => ({
    params: { id: ids.import! },
    body: {
      corrections: [{ column: 1, row: 2, original: 'ida.import@example.com', value: 'ida@example.com' }],
    },
  }),
  listImportRows: ({ ids }) => ({ params: { id: ids.endedImport! }, query: { result: 'created' } }),
  listImportCorrections: ({ ids }) => ({ params: { id: ids.import! } }),
  executeImport: (all) => ({ body: importing(all) }),
  getImportStatus: ({ ids }) => ({ params: { id: ids.import! } }),
  cancelImport: ({ ids }) => ({ params: { id: ids.startedImport! } }),
  resumeImport: ({ ids }) => ({ params: { id: ids.startedImport! } }),
  downloadImportErrors: ({ ids }) => ({ params: { id: ids.import! } }),
  exportImports: nothing,
  listImports: nothing,
  previewImportUndo: ({ ids }) => ({ params: { id: ids.endedImport! } }),
  undoImport: ({ ids }) => ({ params: { id: ids.endedImport! } }),
  listKeptRows: ({ ids }) => ({ params: { id: ids.endedImport! } }),
  downloadUndoReport: ({ ids }) => ({ params: { id: ids.endedImport! } }),

  uploadFile: () => ({ file: { content: 'Ana Ortiz', name: 'cv.txt' } }),
  downloadFile: ({ ids }) => ({ params: { id: ids.file! } }),
  previewFile: ({ ids }) => ({ params: { id: ids.docx! } }),
  readResume: ({ ids }) => ({ params: { id: ids.file! } }),
  search: () => ({ query: { q: 'mark' } }),

  listSavedViews: nothing,
  createSavedView: () => ({ body: { name: 'A new view', query: { q: 'a' } } }),
  getSavedView: ({ ids }) => ({ params: { id: ids.savedView! } }),
  updateSavedView: ({ ids }) => ({ params: { id: ids.savedView! }, body: { name: 'Changed', shared: true } }),
  deleteSavedView: ({ ids }) => ({ params: { id: ids.savedView! } }),
  restoreSavedView: ({ ids }) => ({ params: { id: ids.deletedSavedView! } }),
  personaliseSavedView: ({ ids }) => ({
    params: { id: ids.savedView! },
    body: { isDefault: true, seen: true },
  }),
  orderSavedViews: ({ ids }) => ({ body: { viewIds: [ids.savedView] } }),

  listNotifications: nothing,
  readNotifications: ({ ids }) => ({ body: { ids: [ids.notification] } }),
  streamEvents: nothing,

  listCalls: ({ ids }) => ({ query: { applicationId: ids.application!, agentId: ids.agent! } }),
  exportCalls: ({ ids }) => ({ query: { positionId: ids.position! } }),
  logCall: ({ ids }) => ({
    body: { applicationId: ids.application, agentId: ids.agent, outcome: 'interested' },
  }),
  getCall: ({ ids }) => ({ params: { id: ids.call! } }),
  updateCall: ({ ids }) => ({ params: { id: ids.call! }, body: { summary: 'Asks about nights' } }),
  deleteCall: ({ ids }) => ({ params: { id: ids.call! } }),
  receiveVoiceEvent: ({ workspaceId }) => ({
    params: { provider: 'vapi' },
    headers: { 'x-vapi-secret': voiceSecret },
    body: {
      message: {
        type: 'status-update',
        status: 'ringing',
        call: { id: `call of ${workspaceId}`, metadata: { workspaceId } },
      },
    },
  }),
  listApiKeys: () => ({ query: { q: 'mark', state: 'active' } }),
  createApiKey: () => ({
    body: { name: 'A new key', permissions: ['applications:read'], expiresAt: '2999-01-01T00:00:00.000Z' },
  }),
  getApiKey: ({ ids }) => ({ params: { id: ids.apiKey! } }),
  updateApiKey: ({ ids }) => ({ params: { id: ids.apiKey! }, body: { name: 'Renamed' } }),
  revokeApiKey: ({ ids }) => ({ params: { id: ids.apiKey! } }),
  listOutgoingWebhooks: () => ({ query: { q: 'hooks' } }),
  createOutgoingWebhook: () => ({
    body: { url: 'https://new.example/hook', events: ['application.moved'], active: false },
  }),
  getOutgoingWebhook: ({ ids }) => ({ params: { id: ids.webhook! } }),
  updateOutgoingWebhook: ({ ids }) => ({
    params: { id: ids.webhook! },
    body: { events: ['application.closed'] },
  }),
  deleteOutgoingWebhook: ({ ids }) => ({ params: { id: ids.webhook! } }),
  rotateWebhookSecret: ({ ids }) => ({ params: { id: ids.webhook! } }),
  testOutgoingWebhook: ({ ids }) => ({ params: { id: ids.webhook! } }),
  listWebhookDeliveries: ({ ids }) => ({ params: { id: ids.webhook! }, query: { state: 'pending' } }),
  getWebhookDelivery: ({ ids }) => ({ params: { id: ids.webhook!, deliveryId: ids.delivery! } }),
  redeliverWebhook: ({ ids }) => ({ params: { id: ids.webhook!, deliveryId: ids.delivery! } }),
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
  listVoiceWebhooks: nothing,
  setVoiceSecret: () => ({ params: { provider: 'retell' }, body: { secret: 'a secret of ours' } }),
  listUnclaimedVoiceEvents: nothing,
  exportAgents: nothing,
  listAgents: ({ ids }) => ({ query: { positionId: ids.position! } }),
  listAvailableAgents: ({ ids }) => ({ query: { positionId: ids.position!, language: 'en' } }),
  createAgent: ({ ids, mark }) => ({
    body: { name: `New ${mark}`, kind: 'human', userId: ids.user, positionIds: [ids.position] },
  }),
  getAgent: ({ ids }) => ({ params: { id: ids.agent! } }),
  updateAgent: ({ ids }) => ({
    params: { id: ids.agent! },
    body: { status: 'paused', positionIds: [ids.position] },
  }),
  deleteAgent: ({ ids }) => ({ params: { id: ids.agent! } }),
  restoreAgent: ({ ids }) => ({ params: { id: ids.deletedAgent! } }),

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

  getUsage: nothing,
  listWorkspaces: nothing,
  listMails: nothing,
  resendMail: ({ ids }) => ({ params: { id: ids.mail! } }),
  getInstallation: nothing,
  listAllAuditLogs: ({ workspaceId }) => ({ query: { workspaceId, q: 'a' } }),
  getAdministeredWorkspace: ({ workspaceId }) => ({ params: { id: workspaceId } }),
  createWorkspace: () => ({
    body: { name: 'Another', ownerName: 'Olga', ownerEmail: `${newId().slice(-12)}@example.com` },
  }),
  renameWorkspace: ({ ids }) => ({ params: { id: ids.otherWorkspace! }, body: { name: 'Renamed' } }),
  suspendWorkspace: ({ ids }) => ({ params: { id: ids.otherWorkspace! }, body: { reason: 'Unpaid' } }),
  resumeWorkspace: ({ ids }) => ({ params: { id: ids.otherWorkspace! } }),
  listAllUsers: ({ workspaceId }) => ({ query: { workspaceId, q: 'colleague' } }),
  suspendUser: ({ ids }) => ({ params: { id: ids.otherUser! } }),
  reinstateUser: ({ ids }) => ({ params: { id: ids.suspendedUser! } }),
  mailUserPasswordLink: ({ ids }) => ({ params: { id: ids.otherUser! } }),
  impersonate: ({ ids }) => ({ body: { userId: ids.otherUser, reason: 'They asked for help' } }),
  listQueues: nothing,
  listJobs: () => ({ query: { queue: 'send-mail', state: 'failed' } }),
  retryJob: ({ ids }) => ({ params: { id: ids.failedJob! } }),
  cancelJob: ({ ids }) => ({ params: { id: ids.waitingJob! } }),
  getHealth: nothing,
}
