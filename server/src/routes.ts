import { activityLogRoutes } from './activity-logs/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { adminBillingRoutes } from './admin-billing/routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { applicationFileRoutes } from './application-files/routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { scopeEvents } from './applications/scope-events.ts'
import { auditLogRoutes } from './audit-logs/routes.ts'
import { boardRoutes } from './board/routes.ts'
import { browserCallRoutes } from './browser-calls/routes.ts'
import { callQueueRoutes } from './call-queues/routes.ts'
import { callWallboardRoutes } from './call-wallboard/routes.ts'
import { callingHoursRoutes } from './calling-hours/routes.ts'
import { callRoutes } from './calls/routes.ts'
import { candidateRoutes } from './candidates/routes.ts'
import { companyRoutes } from './companies/routes.ts'
import { consentRoutes } from './consents/routes.ts'
import { customFieldRoutes } from './custom-fields/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { dispositionRoutes } from './dispositions/routes.ts'
import { exploreRoutes } from './explore/routes.ts'
import { goalRoutes } from './goals/routes.ts'
import { getHealth } from './health/get-health.ts'
import { getReadiness } from './health/get-readiness.ts'
import type { Route } from './http/handler.ts'
import { importRoutes } from './imports/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { createEventStream } from './live/stream-events.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { outgoingWebhookRoutes } from './outgoing-webhooks/routes.ts'
import { pipelineRoutes } from './pipelines/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { positionRoutes } from './positions/routes.ts'
import { presenceRoutes } from './presence/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { reportDashboardRoutes } from './report-dashboards/routes.ts'
import { reportScheduleRoutes } from './report-schedules/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { savedReportRoutes } from './saved-reports/routes.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { sourceCostRoutes } from './source-costs/routes.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { manageUserRoutes } from './users/manage-routes.ts'
import { ownAccountRoutes } from './users/own-account-routes.ts'
import { userRoutes } from './users/routes.ts'
import { voiceCampaignRoutes } from './voice-campaigns/routes.ts'
import { voiceWebhookRoutes } from './webhooks/routes.ts'
import { workspaceRoutes } from './workspaces/routes.ts'

export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...ownAccountRoutes,
  ...invitationRoutes,
  ...userRoutes,
  ...manageUserRoutes,
  ...companyRoutes,
  ...candidateRoutes,
  ...consentRoutes,
  ...applicationRoutes,
  ...applicationFileRoutes,
  ...submissionRoutes,
  ...reviewRoutes,
  ...customFieldRoutes,
  ...activityLogRoutes,
  ...boardRoutes,
  ...callRoutes,
  ...browserCallRoutes,
  ...callQueueRoutes,
  ...callWallboardRoutes,
  ...callingHoursRoutes,
  ...voiceCampaignRoutes,
  ...voiceWebhookRoutes,
  ...apiKeyRoutes,
  ...outgoingWebhookRoutes,
  ...auditLogRoutes,
  ...privacyRoutes,
  ...agentRoutes,
  ...dashboardRoutes,
  ...exploreRoutes,
  ...sourceCostRoutes,
  ...goalRoutes,
  ...savedReportRoutes,
  ...reportDashboardRoutes,
  ...reportScheduleRoutes,
  ...pipelineRoutes,
  ...positionRoutes,
  ...importRoutes,
  ...adminRoutes,
  ...dispositionRoutes,
  ...notificationRoutes,
  ...presenceRoutes,
  ...planRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...adminBillingRoutes,
  ...savedViewRoutes,
  ...searchRoutes,
  ...uploadRoutes,
  ...workspaceRoutes,
  createEventStream(scopeEvents),
  getHealth,
  getReadiness,
]
