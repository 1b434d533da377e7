import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { listSavedViews } from '@muster/contract/saved-views.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import type { ApplicationsSearch } from './applications-search.ts'

export type SavedView = ResponseOf<typeof listSavedViews>['items'][number]

export const viewsQuery = endpointQuery(listSavedViews, { query: { screen: 'applications' } })

/** The saved views of the list, and the one the address is in. */
export function useViews(search: ApplicationsSearch): { views: SavedView[]; current: SavedView | undefined } {
  const { data } = useQuery(viewsQuery)
  const views = data?.items ?? []
  return { views, current: views.find(({ id }) => id === search.view) }
}
