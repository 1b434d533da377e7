import { cancelJob } from './cancel-job.ts'
import { createWorkspace } from './create-workspace.ts'
import { getAdministeredWorkspace } from './get-administered-workspace.ts'
import { getInstallation } from './get-installation.ts'
import { getStorage } from './get-storage.ts'
import { impersonate } from './impersonate.ts'
import { inviteWorkspaceOwner } from './invite-workspace-owner.ts'
import { listAllAuditLogs } from './list-all-audit-logs.ts'
import { listAllUsers } from './list-all-users.ts'
import { listJobs } from './list-jobs.ts'
import { listMails } from './list-mails.ts'
import { listQueues } from './list-queues.ts'
import { listWorkspaces } from './list-workspaces.ts'
import { mailUserPasswordLink } from './mail-user-password-link.ts'
import { reinstateUser } from './reinstate-user.ts'
import { renameWorkspace } from './rename-workspace.ts'
import { resendMail } from './resend-mail.ts'
import { resumeWorkspace } from './resume-workspace.ts'
import { retryJob } from './retry-job.ts'
import { suspendUser } from './suspend-user.ts'
import { suspendWorkspace } from './suspend-workspace.ts'

export const adminRoutes = [
  listWorkspaces,
  getAdministeredWorkspace,
  createWorkspace,
  inviteWorkspaceOwner,
  renameWorkspace,
  suspendWorkspace,
  resumeWorkspace,
  listAllUsers,
  suspendUser,
  reinstateUser,
  mailUserPasswordLink,
  impersonate,
  listQueues,
  listJobs,
  retryJob,
  cancelJob,
  listMails,
  resendMail,
  getInstallation,
  getStorage,
  listAllAuditLogs,
]
