import { type ReportSearch, readReportSearch } from '../dashboard/report-search.ts'
import { flagParam, oneOfParam } from '../ui/search-params.ts'

export const analyticsViews = ['funnel', 'activity', 'endings', 'sources', 'times', 'calls', 'goals'] as const

export type AnalyticsView = (typeof analyticsViews)[number]

/** The search parameters of analytics: the view, and what every report takes. */
export interface AnalyticsSearch extends ReportSearch {
  view?: AnalyticsView
  /** Shows all charts as tables. */
  tables?: 'true'
  /** Opens the form of a new goal. */
  add?: true
}

export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  return {
    ...readReportSearch(search),
    view: oneOfParam(search.view, analyticsViews),
    tables: oneOfParam(search.tables, ['true']),
    add: flagParam(search.add),
  }
}
