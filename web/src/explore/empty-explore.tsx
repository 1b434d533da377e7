import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { exploreReport } from '@muster/contract/explore.ts'
import { setFilters, toExploreQuery } from '@muster/contract/explore-address.ts'
import type { Explored } from '@muster/contract/explore-charts.ts'
import { IconChartBarOff } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { EmptyState } from '../ui/state.tsx'
import type { ExploreSearch } from './explore-search.ts'
import { useFilterNames } from './filter-names.ts'

interface EmptyExploreProps {
  search: ExploreSearch
  timezone: string
  onChange: (changes: ExploreSearch) => void
}

function totalOf(explored: Explored | undefined): number {
  const [first] = explored?.measures ?? []
  return first?.cells.find(({ row, column }) => row === null && column === null)?.n ?? 0
}

/** Says which filter removed the rows, and offers to clear it. */
export function EmptyExplore({ search, timezone, onChange }: EmptyExploreProps) {
  const { t } = useLingui()
  const names = useFilterNames()
  const set = Object.keys(setFilters(search))
  const without = useQueries({
    queries: set.map((name) => {
      const rest = toExploreQuery({ ...search, by: undefined, [name]: undefined }, timezone)
      return endpointQuery(exploreReport, { query: rest } as never)
    }),
  })
  const culprits = set.filter((_, index) => totalOf(without[index]?.data) > 0)
  const clear = (cleared: readonly string[]) =>
    onChange(Object.fromEntries(cleared.map((name) => [name, undefined])))
  if (set.length === 0)
    return (
      <EmptyState
        icon={IconChartBarOff}
        title={t`No data for this period`}
        text={t`Choose a longer period to see more.`}
        action={
          <Button variant="default" onClick={() => onChange({ days: '365', from: undefined, to: undefined })}>
            {t`Show the last 12 months`}
          </Button>
        }
      />
    )
  if (without.some(({ isPending }) => isPending)) return <EmptyState title={t`No data for this period`} />
  const [only] = culprits
  const name = only ? names[only] : undefined
  return (
    <EmptyState
      icon={IconChartBarOff}
      title={name ? t`No data matches the filter “${name}”` : t`No data matches all filters`}
      text={
        name ? t`There is data for this period without it.` : t`Clear a filter, or choose a longer period.`
      }
      action={
        <Button variant="default" onClick={() => clear(only ? [only] : set)}>
          {name ? t`Clear “${name}”` : t`Clear all filters`}
        </Button>
      }
    />
  )
}
