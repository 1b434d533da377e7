import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { AuditArea, listAuditLogs } from '@muster/contract/audit-logs.ts'
import type { LinkProps } from '@tanstack/react-router'
import type { RowOf } from '../api/query.ts'

export type AuditLog = RowOf<typeof listAuditLogs>

export const areaLabels: Record<AuditArea, MessageDescriptor> = {
  'sign-in': msg`Sign-in`,
  denied: msg`Denied`,
  exports: msg`Exports`,
  rights: msg`Users and permissions`,
  people: msg`Candidates`,
  workspace: msg`Workspace`,
  integrations: msg`Integrations`,
  privacy: msg`Privacy`,
  imports: msg`Imports`,
  other: msg`Other`,
}

const words: Record<string, MessageDescriptor> = {
  login: msg`Signed in`,
  'login.failed': msg`Failed to sign in`,
  logout: msg`Signed out`,
  'file.infected': msg`Uploaded a file that contains malware`,
  'session.ended': msg`Ended a session`,
  'session.others_ended': msg`Ended all other sessions`,
  'session.refresh_reused': msg`Signed out because an old token was reused`,
  'password.changed': msg`Changed the password`,
  'password.reset': msg`Set a new password with an emailed link`,
  'password.link_asked': msg`Requested a password link`,
  'password.link_mailed': msg`Received a password link`,
  'email.change_requested': msg`Requested an email change`,
  'email.link_resent': msg`Resent a confirmation link`,
  'email.change_canceled': msg`Canceled an email change`,
  'email.confirmed': msg`Confirmed an email`,
  'second_factor.on': msg`Turned on 2FA`,
  'second_factor.off': msg`Turned off 2FA`,
  'second_factor.reset': msg`Reset a user's 2FA`,
  'second_factor.codes_renewed': msg`Created new recovery codes`,
  'impersonation.started': msg`Started viewing as another user`,
  'impersonation.ended': msg`Stopped viewing as another user`,
  'access.denied': msg`Tried an action without permission`,
  'user.created': msg`Added a user`,
  'user.updated': msg`Changed a user's profile`,
  'user.role_changed': msg`Changed a role`,
  'user.rights_changed': msg`Changed permissions`,
  'user.suspended': msg`Suspended a user`,
  'user.activated': msg`Reactivated a user`,
  'user.deleted': msg`Deleted a user`,
  'user.restored': msg`Restored a user`,
  'user.reinstated': msg`Reactivated a user of a workspace`,
  'user.password_reset': msg`Reset a user's password`,
  'user.picture_set': msg`Set a picture`,
  'user.picture_removed': msg`Removed the picture`,
  'invitation.sent': msg`Invited a user`,
  'invitation.resent': msg`Resent an invitation`,
  'invitation.revoked': msg`Revoked an invitation`,
  'invitation.accepted': msg`Accepted an invitation`,
  'candidates.merged': msg`Merged two candidates`,
  'candidates.unmerged': msg`Undid a merge`,
  'consent.recorded': msg`Recorded a consent`,
  'workspace.created': msg`Created the workspace`,
  'workspace.changed': msg`Changed the workspace`,
  'workspace.sample_added': msg`Added sample data`,
  'workspace.sample_removed': msg`Removed the sample data`,
  'workspace.start_hidden': msg`Hid the setup checklist`,
  'workspace.start_shown': msg`Showed the setup checklist again`,
  'workspace.renamed': msg`Renamed the workspace`,
  'workspace.suspended': msg`Suspended the workspace`,
  'workspace.resumed': msg`Resumed the workspace`,
  'job.retried': msg`Retried a job`,
  'job.cancelled': msg`Canceled a job`,
  'mail.resent': msg`Resent an email`,
  'plan.created': msg`Created a plan`,
  'plan.changed': msg`Changed a plan`,
  'plan.archived': msg`Archived a plan`,
  'plan.ordered': msg`Reordered the plans`,
  'subscription.chosen': msg`Chose a plan`,
  'subscription.started': msg`The plan started`,
  'subscription.renewed': msg`The plan was renewed`,
  'subscription.past_due': msg`An invoice for the plan is overdue`,
  'subscription.ended': msg`The plan ended`,
  'subscription.canceled': msg`Canceled the plan`,
  'subscription.resumed': msg`Resumed the plan`,
  'subscription.checkout_withdrawn': msg`Withdrew a plan order`,
  'subscription.second_canceled': msg`A duplicate plan order was canceled`,
  'plan.granted': msg`Assigned a plan without payment`,
  'billing.details_changed': msg`Changed the billing details`,
  'billing.settings_changed': msg`Changed the invoice details of the seller`,
  'invoice.issued': msg`Issued an invoice`,
  'invoice.paid': msg`An invoice was paid`,
  'invoice.voided': msg`Voided an invoice`,
  'position.state_changed': msg`Opened, paused or closed a position`,
  'position.opened_at_changed': msg`Changed the opening date of a position`,
  'position.applications_closed': msg`Closed the open applications of a position`,
  'api-key.created': msg`Created an API key`,
  'api-key.changed': msg`Changed an API key`,
  'api-key.revoked': msg`Revoked an API key`,
  'webhook.created': msg`Added a webhook`,
  'webhook.changed': msg`Changed a webhook`,
  'webhook.deleted': msg`Deleted a webhook`,
  'webhook.paused': msg`A webhook was paused`,
  'webhook.secret_rotated': msg`Created a new secret for a webhook`,
  'voice-secret.set': msg`Set the secret of a voice provider`,
  'voice-secret.removed': msg`Removed the secret of a voice provider`,
  'custom-field.created': msg`Created a custom field`,
  'custom-field.changed': msg`Changed a custom field`,
  'custom-field.retired': msg`Retired a custom field`,
  'custom-field.restored': msg`Restored a custom field`,
  'custom-field.removed': msg`Removed a custom field with its values`,
  'custom-field.ordered': msg`Reordered the custom fields`,
  'submission.created': msg`Submitted an application to the client`,
  'submission.approved': msg`Approved a candidate`,
  'submission.declined': msg`Declined a candidate`,
  'submission.decision_undone': msg`Undid the client's decision`,
  'submission.asked': msg`Asked about a candidate`,
  'submission.resume_downloaded': msg`Opened the client's copy of a résumé`,
  'submission.withdrawn': msg`Withdrew a submission`,
  'privacy.erased': msg`Erased a candidate`,
  'privacy.everything_exported': msg`Exported a candidate's data`,
  'retention.changed': msg`Changed data retention`,
  'retention.carried_out': msg`Old data was deleted`,
  'retention.audit_logs_deleted': msg`Deleted old audit log entries`,
  'call_queue.created': msg`Added a call queue`,
  'call_queue.changed': msg`Changed a call queue`,
  'call_queue.deleted': msg`Deleted a call queue`,
  'call_queue.restored': msg`Restored a call queue`,
  'goal.set': msg`Set a goal`,
  'goal.deleted': msg`Deleted a goal`,
  'source_cost.set': msg`Set the cost of a source`,
  'source_cost.deleted': msg`Deleted the cost of a source`,
  'calling_hours.created': msg`Added stricter calling hours`,
  'calling_hours.changed': msg`Changed stricter calling hours`,
  'calling_hours.deleted': msg`Removed stricter calling hours`,
  'voice_campaign.created': msg`Added a voice campaign`,
  'voice_campaign.changed': msg`Changed a voice campaign`,
  'voice_campaign.deleted': msg`Deleted a voice campaign`,
  'voice_campaign.restored': msg`Restored a voice campaign`,
  'voice_campaign.started': msg`Started a voice campaign`,
  'voice_campaign.paused': msg`Paused a voice campaign`,
  'voice_campaign.ended': msg`Ended a voice campaign`,
  'voice-account.set': msg`Set the key for placing calls`,
  'voice-account.removed': msg`Removed the key for placing calls`,
  'browser-calls.set': msg`Set up calls in the browser`,
  'browser-calls.removed': msg`Removed calls in the browser`,
  'report.scheduled': msg`Scheduled emails of a report`,
  'report.schedule_changed': msg`Changed the schedule of a report`,
  'report.schedule_deleted': msg`Deleted the schedule of a report`,
  'report.emailed': msg`A report was emailed`,
  'report.unsubscribed': msg`Unsubscribed from a report`,
  'report.subscribed': msg`Subscribed to a report again`,
  'report.shared': msg`Shared a report`,
  'report.unshared': msg`Stopped sharing a report`,
  'report_dashboard.shared': msg`Shared a report dashboard`,
  'report_dashboard.unshared': msg`Stopped sharing a report dashboard`,
  'view.shared': msg`Shared a view`,
  'view.unshared': msg`Stopped sharing a view`,
  'import.records_created': msg`Created records for an import`,
  'import.undone': msg`Undid an import`,
  'import.errors_exported': msg`Exported rejected import rows`,
  'import.undone_erased': msg`Permanently erased the data of an undone import`,
  'import.losses_exported': msg`Exported import rows that lost values`,
  'import.ragged_exported': msg`Exported misaligned import rows`,
  'import.left_out_exported': msg`Exported skipped import rows`,
  'import.undo_report_exported': msg`Exported records left by an undone import`,
  'audit-logs.exported': msg`Exported the audit log`,
}

/** Describes an action in a sentence; an unknown action keeps its name. */
export function actionText(action: string): string {
  const known = words[action]
  if (known) return t(known)
  if (/\.exported$/.test(action)) return t`Exported a list`
  if (/\.export_ended$/.test(action)) return t`An export ended`
  return action
}

const subjectLabels: Record<string, MessageDescriptor> = {
  user: msg`User`,
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
  'custom-field': msg`Custom field`,
  pipeline: msg`Pipeline`,
  call_queue: msg`Call queue`,
  calling_hours: msg`Calling hours`,
  voice_campaign: msg`Voice campaign`,
  goal: msg`Goal`,
  report: msg`Report`,
  source_cost: msg`Cost of a source`,
  view: msg`View`,
}

export function subjectText({ kind, name }: NonNullable<AuditLog['subject']>): string {
  if (name) return name
  const known = subjectLabels[kind]
  return known ? t(known) : kind
}

/** Returns the link to the row that an entry is about. */
export function subjectLink({ kind, id, name }: NonNullable<AuditLog['subject']>): LinkProps | null {
  // A row without a name was deleted.
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
