import { plural, t } from '@lingui/core/macro'
import { countApplications } from '@muster/contract/application-counts.ts'
import { useQueries } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { formatTotal } from '../../ui/format.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { type ApplicationsSearch, allOpen, readApplicationsSearch } from '../filters/applications-search.ts'
import { toListQuery } from '../filters/to-list-query.ts'
import { moveView, type SavedView } from './views.ts'

interface Counted {
  search: ApplicationsSearch
  seenAt?: string | null
}

/** Counts the rows, and the new rows, of the first few tabs. Tabs with the same query share a count. */
function useCounts(tabs: readonly Counted[]) {
  const queries = tabs.slice(0, 12).map(({ search, seenAt }) => {
    const { sort, ...filters } = toListQuery(search)
    return { ...filters, since: seenAt ?? undefined }
  })
  const keys = queries.map((query) => JSON.stringify(query))
  const distinct = [...new Set(keys)]
  const answers = useQueries({
    queries: distinct.map((key) =>
      endpointQuery(countApplications, { query: queries[keys.indexOf(key)] ?? {} }),
    ),
  })
  return keys.map((key) => {
    const answer = answers[distinct.indexOf(key)]
    return { data: answer?.data, isWaiting: answer?.isPending === true && answer.failureCount === 0 }
  })
}

type Count = NonNullable<ReturnType<typeof useCounts>[number]['data']>

/** The last known count of each tab: counting from a new point in time starts empty. */
const lastCounts = new Map<string, Count>()

interface ViewTabsProps {
  search: ApplicationsSearch
  views: readonly SavedView[]
  /** The views are loading. */
  isPending: boolean
}

/** The tab of all open applications, then the saved views in the user's order, which dragging changes. */
export function ViewTabs({ search, views, isPending }: ViewTabsProps) {
  const tabs = [
    { id: 'all', view: undefined, label: t`All open`, seenAt: null, search: allOpen as ApplicationsSearch },
    ...views.map((view) => ({
      id: view.id,
      view: view.id,
      label: view.name,
      seenAt: view.id === search.view ? null : view.seenAt,
      search: { ...readApplicationsSearch(view.query), view: view.id },
    })),
  ]
  const counts = useCounts(tabs)
  for (const [index, { data }] of counts.entries()) if (data) lastCounts.set(tabs[index]!.id, data)
  const counted = tabs.map(({ id }, index) => counts[index]?.data ?? lastCounts.get(id))
  return (
    <LinkTabs
      // Show all tabs at once at their final width: a count that loads later would move the tabs after it.
      waiting={isPending || tabs.some((_tab, index) => counts[index]?.isWaiting && !counted[index])}
      tabs={tabs.map((tab, index) => {
        const count = counted[index]
        const news = counts[index]?.data?.news?.value ?? 0
        return {
          id: tab.id,
          movable: tab.view !== undefined,
          to: '/applications',
          label: tab.label,
          search: tab.search,
          count: index < counts.length ? (count ? formatTotal(count.total) : '') : undefined,
          newCount:
            news === 0
              ? undefined
              : counts[index]?.data?.news?.atLeast
                ? t`${news}+ new`
                : plural(news, { one: '# new', other: '# new' }),
          active: tab.view ? tab.view === search.view : !search.view && search.open === 'true',
        }
      })}
      onMove={(id, besideId, edge) => void moveView(views, id, besideId, edge)}
    />
  )
}
