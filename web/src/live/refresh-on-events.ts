import type { EndpointName } from '@muster/contract/endpoints.ts'
import type { LiveEvent } from '@muster/contract/events.ts'
import { queryClient } from '../api/query.ts'
import { isSigningOut } from '../session/session.ts'
import { createBatcher } from './batcher.ts'
import { onLiveEvent } from './live-events.ts'

/** What clients see of applications, and what the agency shares. */
const submitted = [
  'listReviews',
  'getReview',
  'getReviewCounts',
  'listSubmissions',
  'getSubmission',
] as const satisfies EndpointName[]

/**
 * The endpoints to invalidate for each kind of event. `getBoard` is missing on purpose: the board applies
 * moves itself, so that a dragged card stays in hand.
 */
const affected: Record<LiveEvent['kind'], readonly EndpointName[]> = {
  'applications-changed': [
    'listApplications',
    'countApplications',
    'countApplicationFacets',
    'getApplication',
    'getApplicantSummary',
    'listCandidateActivity',
    'listPositions',
    'getPosition',
    'listPositionActivity',
    ...submitted,
  ],
  'applications-moved': [
    'listApplications',
    'countApplications',
    'countApplicationFacets',
    'getApplication',
    'getApplicantSummary',
    'listCandidateActivity',
    'listPositions',
    'getPosition',
    'listPositionActivity',
    ...submitted,
  ],
  'activity-logged': [
    'listCandidateActivity',
    'listPositionActivity',
    'getApplicantSummary',
    'listCalls',
    'listAgents',
    'getCallWallboard',
    ...submitted,
  ],
  'claims-changed': ['getCallWallboard'],
  'positions-changed': ['listPositions', 'getPosition', 'listStatuses'],
  'candidates-changed': [
    'getCandidate',
    'listCandidates',
    'listCandidateActivity',
    'listCandidateMerges',
    'listConsents',
    'listPossibleDuplicates',
    'findDuplicateCandidates',
    'getReview',
    'getCoveredResume',
    'downloadCoveredResume',
  ],
  // A change of type rewrites values.
  'custom-fields-changed': [
    'listCustomFields',
    'getCustomField',
    'listFieldChanges',
    'listApplications',
    'getApplication',
    'listCandidates',
    'getCandidate',
    'listPositions',
    'getPosition',
    'listCompanies',
    'getCompany',
    'listCalls',
    'getCall',
  ],
  'agents-changed': ['listAgents', 'getAgent', 'listAvailableAgents', 'getPositionPeople'],
  'import-progressed': ['getImportStatus', 'listImports'],
  notified: ['listNotifications'],
  'presence-changed': [],
  'users-changed': [
    'listUsers',
    'getUser',
    'getUserPermissions',
    'listUserActivity',
    'getUserStats',
    'listRoles',
    'listAvatars',
    'listInvitations',
  ],
  // Only the screen of plans shows billing, and it listens itself.
  'billing-changed': [],
  // Permissions changed, so everything is refetched.
  'access-changed': [],
}

/** The endpoints of the dashboard and analytics. */
const reports: readonly EndpointName[] = [
  'getKpiMetrics',
  'getHiringSummary',
  'getDailyActivity',
  'getLeadsStatusOverview',
  'getConversionRate',
  'getProspectConversionFunnel',
  'getProspectFinalDisposition',
  'getCompanyDeclinedReason',
  'getSourceEffectiveness',
  'getDurations',
  'getCallStatuses',
  'getConversionOutcomes',
  'getCallAttempts',
  'listGoals',
  'getOpeningsForecast',
]

/** Reports count applications, calls and positions. */
const counted: ReadonlySet<LiveEvent['kind']> = new Set([
  'applications-changed',
  'applications-moved',
  'activity-logged',
  'positions-changed',
])

function refresh(names: ReadonlySet<unknown>) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
}

// A busy workspace sends many events a second; a report costs more than a page of a list, and nobody waits
// for it.
const refreshSoon = createBatcher({ delay: 1000, interval: 1000 }, refresh)
const refreshReports = createBatcher({ delay: 1000, interval: 10_000 }, refresh)

/** Reloads the current user first, then everything they see. */
async function reloadAccess() {
  // Loaded separately from the app, as when a session is restored.
  const { loadCurrentUser } = await import('../session/session-calls.ts')
  await loadCurrentUser()
  await queryClient.invalidateQueries()
}

/** Invalidates what is on screen when live events report changes. Returns a function that stops it. */
export function refreshOnEvents(): () => void {
  return onLiveEvent((event) => {
    refreshSoon(affected[event.kind])
    if (counted.has(event.kind)) refreshReports(reports)
    if (event.kind === 'access-changed' && !isSigningOut()) void reloadAccess()
  })
}
