import type { LiveEvent } from '@muster/contract/events.ts'
import { queryClient } from '../api/query.ts'
import { isSigningOut } from '../session/session.ts'
import { onLiveEvent } from './live-events.ts'
import { createPace } from './pace.ts'

/**
 * What is read again at once after each kind of event, by endpoint. `getBoard` is missing on purpose: the board takes
 * moves in itself, so that a card being dragged stays in hand.
 */
const affected: Record<LiveEvent['kind'], readonly string[]> = {
  'applications-changed': [
    'listApplications',
    'countApplications',
    'countApplicationFacets',
    'getApplication',
    'getApplicantSummary',
    'listActivityLogs',
    'listPositions',
    'getPosition',
    'listPositionActivity',
  ],
  'applications-moved': [
    'listApplications',
    'countApplications',
    'countApplicationFacets',
    'getApplication',
    'getApplicantSummary',
    'listActivityLogs',
    'listPositions',
    'getPosition',
    'listPositionActivity',
  ],
  'activity-logged': [
    'listActivityLogs',
    'listPositionActivity',
    'getApplicantSummary',
    'listCalls',
    'listAgents',
  ],
  'positions-changed': ['listPositions', 'getPosition', 'listStatuses'],
  'candidates-changed': [
    'getCandidate',
    'listCandidates',
    'listCandidateMerges',
    'listPossibleDuplicates',
    'findDuplicateCandidates',
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
  // The screen of plans alone shows it, and follows by itself.
  'billing-changed': [],
  // What one may see has changed, so everything is read again.
  'access-changed': [],
}

/** The dashboard and analytics. */
const reports: readonly string[] = [
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
]

/** Applications, calls and positions are what reports count. */
const counted: ReadonlySet<LiveEvent['kind']> = new Set([
  'applications-changed',
  'applications-moved',
  'activity-logged',
  'positions-changed',
])

function refresh(names: ReadonlySet<unknown>) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
}

// A busy workspace tells of many changes a second; a report costs more than a page of a list, and nobody waits for it.
const refreshSoon = createPace({ soon: 1000, apart: 1000 }, refresh)
const refreshReports = createPace({ soon: 1000, apart: 10_000 }, refresh)

/** The person may do more or less than before: who they are comes first, then all they see. */
async function takeNewAccess() {
  // Loaded apart from the app, as where a session is restored.
  const { loadCurrentUser } = await import('../session/session-calls.ts')
  await loadCurrentUser()
  await queryClient.invalidateQueries()
}

/** Reads again what is on screen when the workspace tells it changed; answers how to stop. */
export function refreshOnEvents(): () => void {
  return onLiveEvent((event) => {
    refreshSoon(affected[event.kind])
    if (counted.has(event.kind)) refreshReports(reports)
    if (event.kind === 'access-changed' && !isSigningOut()) void takeNewAccess()
  })
}
