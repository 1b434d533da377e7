import { listSavedViews } from '@muster/contract/saved-views.ts'
import { endpointQuery } from '../../api/query.ts'

/** The saved views of the list, in the user's order. */
export const viewsQuery = endpointQuery(listSavedViews, { query: { screen: 'applications' } })
