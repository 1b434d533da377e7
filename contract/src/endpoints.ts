import * as activityLogs from './activity-logs.ts'
import * as admin from './admin.ts'
import * as adminAudit from './admin-audit.ts'
import * as adminBilling from './admin-billing.ts'
import * as adminJobs from './admin-jobs.ts'
import * as adminUsers from './admin-users.ts'
import * as adminWorkspaces from './admin-workspaces.ts'
import * as agents from './agents.ts'
import * as apiKeys from './api-keys.ts'
import * as applicationCounts from './application-counts.ts'
import * as applicationExport from './application-export.ts'
import * as applicationFiles from './application-files.ts'
import * as applicationSelection from './application-selection.ts'
import * as applications from './applications.ts'
import * as auditLogs from './audit-logs.ts'
import * as auth from './auth.ts'
import * as board from './board.ts'
import * as browserCalls from './browser-calls.ts'
import * as callQueues from './call-queues.ts'
import * as callWallboard from './call-wallboard.ts'
import * as callingHours from './calling-hours.ts'
import * as calls from './calls.ts'
import * as candidateMerges from './candidate-merges.ts'
import * as candidates from './candidates.ts'
import * as companies from './companies.ts'
import * as consents from './consents.ts'
import * as customFields from './custom-fields.ts'
import * as dashboard from './dashboard.ts'
import * as dispositions from './dispositions.ts'
import * as emailConfirmation from './email-confirmation.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as explore from './explore.ts'
import * as factsFeed from './facts-feed.ts'
import * as fieldChanges from './field-changes.ts'
import * as goals from './goals.ts'
import * as health from './health.ts'
import * as importPreview from './import-preview.ts'
import * as importRows from './import-rows.ts'
import * as importStatus from './import-status.ts'
import * as importUndo from './import-undo.ts'
import * as imports from './imports.ts'
import * as invitations from './invitations.ts'
import * as invoices from './invoices.ts'
import * as manageUsers from './manage-users.ts'
import * as notifications from './notifications.ts'
import * as outgoingWebhooks from './outgoing-webhooks.ts'
import * as ownAccount from './own-account.ts'
import * as pipelines from './pipelines.ts'
import * as plans from './plans.ts'
import * as positions from './positions.ts'
import * as predialAnswers from './predial-answers.ts'
import * as presence from './presence.ts'
import * as privacy from './privacy.ts'
import * as reportDashboards from './report-dashboards.ts'
import * as reportSchedules from './report-schedules.ts'
import * as reports from './reports.ts'
import * as reviews from './reviews.ts'
import * as savedReports from './saved-reports.ts'
import * as savedViews from './saved-views.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as sourceCosts from './source-costs.ts'
import * as start from './start.ts'
import * as stripeWebhooks from './stripe-webhooks.ts'
import * as submissions from './submissions.ts'
import * as subscriptions from './subscriptions.ts'
import * as uploads from './uploads.ts'
import * as userActivity from './user-activity.ts'
import * as userSessions from './user-sessions.ts'
import * as users from './users.ts'
import * as voiceCampaigns from './voice-campaigns.ts'
import * as voiceReports from './voice-reports.ts'
import * as voiceWebhooks from './voice-webhooks.ts'
import * as workspace from './workspace.ts'

const nouns = [
  auth,
  secondFactor,
  ownAccount,
  emailConfirmation,
  userSessions,
  invitations,
  users,
  manageUsers,
  userActivity,
  workspace,
  start,
  companies,
  consents,
  candidates,
  candidateMerges,
  pipelines,
  positions,
  predialAnswers,
  applications,
  applicationCounts,
  applicationSelection,
  applicationExport,
  applicationFiles,
  submissions,
  reviews,
  customFields,
  fieldChanges,
  activityLogs,
  dispositions,
  board,
  imports,
  importPreview,
  importStatus,
  importRows,
  importUndo,
  uploads,
  search,
  savedReports,
  reportDashboards,
  reportSchedules,
  savedViews,
  notifications,
  events,
  presence,
  calls,
  browserCalls,
  callQueues,
  callWallboard,
  callingHours,
  voiceReports,
  voiceCampaigns,
  voiceWebhooks,
  agents,
  dashboard,
  reports,
  sourceCosts,
  goals,
  explore,
  factsFeed,
  plans,
  subscriptions,
  invoices,
  stripeWebhooks,
  apiKeys,
  outgoingWebhooks,
  auditLogs,
  privacy,
  admin,
  adminWorkspaces,
  adminUsers,
  adminJobs,
  adminAudit,
  adminBilling,
  health,
] as const

type NamesIn<Noun> = Noun extends unknown
  ? { [Name in keyof Noun]: Noun[Name] extends AnyEndpoint ? Name : never }[keyof Noun]
  : never

/** The name of an endpoint, which is also that of the constant that declares it. */
export type EndpointName = NamesIn<(typeof nouns)[number]>

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'permission' in value
  )
}

/** What one reads first about a noun. The others follow by name, and removals come last. */
const verbs = ['list', 'get', 'create', 'update', 'delete', 'restore']

function place({ name }: AnyEndpoint): number {
  const found = verbs.findIndex((verb) => name.startsWith(verb))
  if (found !== -1) return found
  return name.startsWith('remove') ? verbs.length + 1 : verbs.length
}

/**
 * Every endpoint of the API: OpenAPI lists them, and the tests iterate over them. Sorted here, since the order of a
 * module's exports depends on what loads it.
 */
export const endpoints: readonly AnyEndpoint[] = nouns.flatMap((noun) =>
  Object.values<unknown>(noun)
    .filter(isEndpoint)
    .sort((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1)),
)
