import type { LiveEvent } from '@muster/contract/events.ts'
import { queryClient } from '../api/query.ts'
import { loadCurrentUser } from '../session/session-calls.ts'
import { useLiveEvents } from './live-events.ts'

/**
 * What is read again after each kind of event, by endpoint. `getBoard` is missing on purpose: the board takes
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
    'getKpiMetrics',
    'getHiringSummary',
    'getDailyActivity',
    'getLeadsStatusOverview',
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
    'getKpiMetrics',
    'getHiringSummary',
    'getLeadsStatusOverview',
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
  // What one may see has changed, so everything is read again.
  'access-changed': [],
}

/** A busy workspace tells of many changes a second; each list is read again at most this often. */
const every = 1000

const due = new Set<string>()
let waiting = false

function refreshSoon(names: readonly string[]) {
  for (const name of names) due.add(name)
  if (waiting) return
  waiting = true
  setTimeout(() => {
    waiting = false
    const stale = new Set<unknown>(due)
    due.clear()
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) })
  }, every)
}

/** The person may do more or less than before: who they are comes first, then all they see. */
async function takeNewAccess() {
  await loadCurrentUser()
  await queryClient.invalidateQueries()
}

/** Reads again what is on screen when the workspace tells it changed. */
export function useRefreshOnEvents() {
  useLiveEvents((event) => {
    refreshSoon(affected[event.kind])
    if (event.kind === 'access-changed') void takeNewAccess()
  })
}
