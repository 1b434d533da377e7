import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { AuditArea, listAuditLogs } from '@muster/contract/audit-logs.ts'
import type { LinkProps } from '@tanstack/react-router'
import type { RowOf } from '../api/query.ts'

export type AuditLog = RowOf<typeof listAuditLogs>

export const areaWords: Record<AuditArea, MessageDescriptor> = {
  'sign-in': msg`Sign-in`,
  denied: msg`Denied`,
  exports: msg`Exports`,
  rights: msg`Colleagues and rights`,
  people: msg`Candidates`,
  workspace: msg`Workspace`,
  integrations: msg`Integrations`,
  privacy: msg`Privacy`,
  imports: msg`Imports`,
  other: msg`Other`,
}

const words: Record<string, MessageDescriptor> = {
  login: msg`Signed in`,
  'login.failed': msg`Tried to sign in and failed`,
  logout: msg`Signed out`,
  'file.infected': msg`Uploaded a file that contains malware`,
  'session.ended': msg`Ended a session`,
  'session.others_ended': msg`Ended all other sessions`,
  'session.refresh_reused': msg`Was signed out: an old token came back`,
  'password.changed': msg`Changed the password`,
  'password.reset': msg`Set a new password with a mailed link`,
  'password.link_asked': msg`Asked for a link to set a password`,
  'password.link_mailed': msg`Was mailed a link to set a password`,
  'email.change_requested': msg`Asked for another address to sign in with`,
  'email.link_resent': msg`Sent a confirmation link again`,
  'email.change_canceled': msg`Canceled a change of address`,
  'email.confirmed': msg`Confirmed an address`,
  'second_factor.on': msg`Set up a second factor`,
  'second_factor.off': msg`Removed the second factor`,
  'second_factor.reset': msg`Reset a colleague's second factor`,
  'second_factor.codes_renewed': msg`Made new recovery codes`,
  'impersonation.started': msg`Began to look through somebody's eyes`,
  'impersonation.ended': msg`Stopped looking through somebody's eyes`,
  'access.denied': msg`Was refused something they may not do`,
  'user.created': msg`Added a colleague`,
  'user.updated': msg`Changed a colleague's profile`,
  'user.role_changed': msg`Changed a role`,
  'user.rights_changed': msg`Changed rights`,
  'user.suspended': msg`Suspended a colleague`,
  'user.activated': msg`Let a colleague in again`,
  'user.deleted': msg`Deleted a colleague`,
  'user.restored': msg`Restored a colleague`,
  'user.reinstated': msg`Let somebody of a workspace in again`,
  'user.password_reset': msg`Reset a colleague's password`,
  'user.picture_set': msg`Set a picture`,
  'user.picture_removed': msg`Removed the picture`,
  'invitation.sent': msg`Invited a colleague`,
  'invitation.resent': msg`Sent an invitation again`,
  'invitation.revoked': msg`Took an invitation back`,
  'invitation.accepted': msg`Accepted an invitation`,
  'candidates.merged': msg`Merged two candidates`,
  'candidates.unmerged': msg`Took a merge back`,
  'workspace.created': msg`Created the workspace`,
  'workspace.changed': msg`Changed the workspace`,
  'workspace.renamed': msg`Renamed the workspace`,
  'workspace.suspended': msg`Suspended the workspace`,
  'workspace.resumed': msg`Resumed the workspace`,
  'job.retried': msg`Tried a job again`,
  'job.cancelled': msg`Called a job off`,
  'mail.resent': msg`Sent a mail again`,
  'plan.created': msg`Created a plan`,
  'plan.changed': msg`Changed a plan`,
  'plan.archived': msg`Archived a plan`,
  'plan.ordered': msg`Ordered the plans anew`,
  'subscription.chosen': msg`Chose a plan`,
  'subscription.started': msg`The plan began`,
  'subscription.renewed': msg`The plan was renewed`,
  'subscription.past_due': msg`An invoice for the plan is overdue`,
  'subscription.ended': msg`The plan ended`,
  'subscription.canceled': msg`Cancelled the plan`,
  'subscription.resumed': msg`Let the plan go on`,
  'subscription.checkout_withdrawn': msg`Withdrew an order of a plan`,
  'subscription.second_canceled': msg`A second order of a plan was cancelled`,
  'plan.granted': msg`Gave a plan without payment`,
  'billing.details_changed': msg`Changed whom invoices are made out to`,
  'billing.settings_changed': msg`Changed what invoices say`,
  'invoice.issued': msg`Issued an invoice`,
  'invoice.paid': msg`An invoice was paid`,
  'invoice.voided': msg`Voided an invoice`,
  'position.state_changed': msg`Opened, paused or closed a position`,
  'position.opened_at_changed': msg`Changed when a position opened`,
  'position.applications_closed': msg`Closed the open applications of a position`,
  'api-key.created': msg`Made an API key`,
  'api-key.changed': msg`Changed an API key`,
  'api-key.revoked': msg`Revoked an API key`,
  'webhook.created': msg`Added a webhook`,
  'webhook.changed': msg`Changed a webhook`,
  'webhook.deleted': msg`Deleted a webhook`,
  'webhook.paused': msg`A webhook was paused`,
  'webhook.secret_rotated': msg`Made a new secret for a webhook`,
  'voice-secret.set': msg`Set the secret of a voice provider`,
  'voice-secret.removed': msg`Removed the secret of a voice provider`,
  'privacy.erased': msg`Erased a person`,
  'privacy.everything_exported': msg`Took out everything about a person`,
  'retention.changed': msg`Changed how long data are kept`,
  'retention.carried_out': msg`Old data were let go of`,
  'retention.audit_logs_deleted': msg`Deleted old audit log entries`,
  'view.shared': msg`Shared a view`,
  'view.unshared': msg`Stopped sharing a view`,
  'import.undone': msg`Undid an import`,
  'import.errors_exported': msg`Took out the refused rows of an import`,
  'import.losses_exported': msg`Took out the rows of an import that lost values`,
  'import.left_out_exported': msg`Took out the rows that an import left out`,
  'import.undo_report_exported': msg`Took out what an undone import left`,
  'audit-logs.exported': msg`Exported the audit log`,
}

/** What was done, in a sentence; what has no words of its own is named as the log does. */
export function actionText(action: string): string {
  const known = words[action]
  if (known) return t(known)
  if (/\.exported$/.test(action)) return t`Exported a list`
  if (/\.export_ended$/.test(action)) return t`An export ended`
  return action
}

const subjectWords: Record<string, MessageDescriptor> = {
  user: msg`Colleague`,
  candidate: msg`Candidate`,
  application: msg`Application`,
  position: msg`Position`,
  company: msg`Company`,
  import: msg`Import`,
  'api-key': msg`API key`,
  webhook: msg`Webhook`,
  invitation: msg`Invitation`,
  agent: msg`Agent`,
  plan: msg`Plan`,
  subscription: msg`Plan`,
  invoice: msg`Invoice`,
  job: msg`Job`,
  mail: msg`Mail`,
}

export function subjectText({ kind, name }: NonNullable<AuditLog['subject']>): string {
  if (name) return name
  const known = subjectWords[kind]
  return known ? t(known) : kind
}

/** Where the row is seen that an entry is about. */
export function subjectLink({ kind, id, name }: NonNullable<AuditLog['subject']>): LinkProps | null {
  // What has no name is gone.
  if (!name) return null
  const params = { id }
  if (kind === 'candidate') return { to: '/candidates/$id', params }
  if (kind === 'application') return { to: '/applications/$id', params }
  if (kind === 'company') return { to: '/companies/$id', params }
  if (kind === 'position') return { to: '/positions/$id', params }
  if (kind === 'import') return { to: '/imports/new', search: { id } }
  if (kind === 'user') return { to: '/settings/users', search: { user: id } }
  if (kind === 'invitation') return { to: '/settings/invitations', search: { q: name } }
  if (kind === 'webhook') return { to: '/settings/webhooks', search: { webhook: id } }
  return null
}
