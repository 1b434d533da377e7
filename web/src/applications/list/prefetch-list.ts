import { queryClient } from '../../api/query.ts'
import type { ApplicationsSearch } from '../filters/applications-search.ts'
import { toListQuery } from '../filters/to-list-query.ts'
import { applicationListQuery } from '../list-query.ts'

/** Starts to load the list. Separate from the routes, which every screen loads. */
export function prefetchList(search: ApplicationsSearch) {
  void queryClient.prefetchInfiniteQuery(applicationListQuery(toListQuery(search)))
}
