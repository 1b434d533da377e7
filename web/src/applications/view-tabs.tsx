import { listApplications } from '@muster/contract/applications.ts'
import { useQueries } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { formatTotal } from '../ui/format.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import {
  type ApplicationsSearch,
  allOpen,
  readApplicationsSearch,
  toListQuery,
} from './applications-search.ts'
import type { SavedView } from './views.ts'

/** How many rows each tab has, of the first few. Views that show the same are counted once. */
function useCounts(searches: readonly ApplicationsSearch[]) {
  const filters = searches.slice(0, 8).map((search) => ({ ...toListQuery(search), sort: undefined }))
  const keys = filters.map((query) => JSON.stringify(query))
  const distinct = [...new Set(keys)]
  const answers = useQueries({
    queries: distinct.map((key) => {
      const query = filters[keys.indexOf(key)]
      return endpointQuery(listApplications, { query: { ...query, limit: 1 } })
    }),
  })
  return keys.map((key) => {
    const total = answers[distinct.indexOf(key)]?.data?.total
    return total ? formatTotal(total) : ''
  })
}

/** All that are open, then the saved views. */
export function ViewTabs({ search, views }: { search: ApplicationsSearch; views: readonly SavedView[] }) {
  const tabs = [
    { id: undefined, label: 'All open', search: allOpen as ApplicationsSearch },
    ...views.map(({ id, name, query }) => ({
      id,
      label: name,
      search: { ...readApplicationsSearch(query), view: id },
    })),
  ]
  const counts = useCounts(tabs.map((tab) => tab.search))
  return (
    <LinkTabs
      tabs={tabs.map((tab, index) => ({
        to: '/applications',
        label: tab.label,
        search: tab.search,
        count: counts[index],
        active: tab.id ? tab.id === search.view : !search.view && search.open === 'true',
      }))}
    />
  )
}
