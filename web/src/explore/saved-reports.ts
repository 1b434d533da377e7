import { listSavedReports } from '@muster/contract/saved-reports.ts'
import { endpointQuery, type RowOf } from '../api/query.ts'
import { type ExploreSearch, readExploreSearch } from './explore-search.ts'

export type SavedReport = RowOf<typeof listSavedReports>
export type ReportParameters = SavedReport['query']

export const savedReportsQuery = endpointQuery(listSavedReports, {})

/** Returns what of the address a report stores: the question, not what is open beside it. */
export function toParameters({ report, calls, ...question }: ExploreSearch): ReportParameters {
  const set = Object.entries(question).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as ReportParameters
}

/** Returns the address of a saved report. */
export function searchOf({ id, query }: SavedReport): ExploreSearch {
  return { ...readExploreSearch(query), report: id }
}

const comparable = (search: ExploreSearch) =>
  JSON.stringify(Object.entries(toParameters(search)).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Returns a saved report that asks the same; undefined if there is none. */
export function findSame(query: ReportParameters, reports: readonly SavedReport[]): SavedReport | undefined {
  return reports.find((report) => !isChanged(readExploreSearch(query), report))
}

/** Returns whether the address asks something else than the saved report. */
export function isChanged(search: ExploreSearch, report: SavedReport): boolean {
  return comparable(search) !== comparable(searchOf(report))
}
