import { newId } from '../../database/new-id.ts'
import { nothing, type ValidCalls } from './valid-call.ts'

/** The installation. */
export const adminCalls: ValidCalls = {
  listWorkspaces: nothing,
  listMails: nothing,
  resendMail: ({ ids }) => ({ params: { id: ids.mail! } }),
  getInstallation: nothing,
  getStorage: nothing,
  listAllAuditLogs: ({ workspaceId }) => ({ query: { workspaceId, q: 'a' } }),
  getAdministeredWorkspace: ({ workspaceId }) => ({ params: { id: workspaceId } }),
  createWorkspace: () => ({
    body: { name: 'Another', ownerName: 'Olga', ownerEmail: `${newId().slice(-12)}@example.com` },
  }),
  inviteWorkspaceOwner: ({ ids }) => ({
    params: { id: ids.otherWorkspace! },
    body: { name: 'Olga', email: `${newId().slice(-12)}@example.com` },
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
  getReadiness: nothing,
}
