import { listApplications } from '@muster/contract/applications.ts'
import { useQueries } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { formatTotal } from '../ui/format.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import {
  type ApplicationsSearch,
  allOpen,
  readApplicationsSearch,
  sameView,
  toListQuery,
} from './applications-search.ts'
import type { SavedView } from './views.ts'

/** How many rows each tab has. Views beyond the first few are counted when they are opened. */
function useCounts(searches: readonly ApplicationsSearch[]) {
  const answers = useQueries({
    queries: searches.slice(0, 8).map((search) => {
      const { sort, ...filters } = toListQuery(search)
      return endpointQuery(listApplications, { query: { ...filters, limit: 1 } })
    }),
  })
  return answers.map(({ data }) => data && formatTotal(data.total))
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
        active: tab.id
          ? tab.id === search.view
          : !search.view && sameView({ ...search, sort: undefined }, allOpen),
      }))}
    />
  )
}
