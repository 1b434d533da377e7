import { listApplications } from '@muster/contract/applications.ts'
import { getHiringSummary, getLeadsStatusOverview } from '@muster/contract/dashboard.ts'
import { listImports } from '@muster/contract/import-status.ts'
import { listNotifications } from '@muster/contract/notifications.ts'
import { type ReportFigure, rowsBehind } from '@muster/contract/report-rows.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { can } from '../session/session.ts'
import { type ReportSearch, sliceOf, toReportQuery } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'

/** Figures of the current state have no period. */
export const now = { from: '', to: '', timezone: '' }

/** The filters of the rows behind a figure, with their sort. */
function rowsOf(counts: ReportFigure, sort: 'callbackAt' | 'enteredStatusAt', search: ReportSearch) {
  return { ...rowsBehind(counts, now, sliceOf(search)).filters, sort }
}

/** Requests the first row. */
function firstRow(filters: object) {
  const query = { ...filters, limit: 1 } as never
  return { ...endpointQuery(listApplications, { query }), enabled: can('applications:read') }
}

/** The callbacks of today and tomorrow that are not due yet. */
export function laterCallbacks(search: ReportSearch) {
  const callbackTo = new Date(new Date().setHours(48, 0, 0, 0)).toISOString()
  return { ...rowsOf({ counts: 'callbacksDue' }, 'callbackAt', search), callbackDue: 'false', callbackTo }
}

/** Everything that needs somebody now. The reports' filters apply to all but one's own mentions and imports. */
export function dayQueries(search: ReportSearch) {
  const query = toReportQuery(search, reportTimezone())
  return {
    summary: endpointQuery(getHiringSummary, { query }),
    leads: endpointQuery(getLeadsStatusOverview, { query }),
    callback: firstRow(rowsOf({ counts: 'callbacksDue' }, 'callbackAt', search)),
    later: firstRow(laterCallbacks(search)),
    submitted: firstRow(rowsOf({ counts: 'open', type: 'submitted' }, 'enteredStatusAt', search)),
    mentions: endpointQuery(listNotifications, { query: { unread: 'true', kind: ['mention'], limit: 20 } }),
    imports: {
      ...endpointQuery(listImports, { query: { limit: 20 } }),
      enabled: can('applications:import'),
    },
  }
}

/** How long the page waits for the cards, in milliseconds. */
const maxWaitMs = 1500

/** Loads what needs somebody, so that it appears with the page; a slow part is not waited for. */
export async function loadDay(search: ReportSearch): Promise<void> {
  const queries = Object.values(dayQueries(search)).filter((query) => query.enabled !== false)
  const loaded = queries.map((query) => queryClient.prefetchQuery(query as never))
  await Promise.race([Promise.all(loaded), new Promise((done) => setTimeout(done, maxWaitMs))])
}
