import { lazy, Suspense } from 'react'
import { loadTexts } from '../texts/load-texts.ts'
import type { ReportSearch } from './report-search.ts'

const FilterChips = lazy(async () => {
  const [module] = await Promise.all([import('../analytics/filter-chips.tsx'), loadTexts('screens')])
  return { default: module.FilterChips }
})

export interface ReportFiltersProps {
  search: ReportSearch
  onChange: (changes: ReportSearch) => void
}

/** By company, position, owner, source and agent; last in its bar, as it comes after the first paint. */
export function ReportFilters(props: ReportFiltersProps) {
  return (
    <Suspense fallback={null}>
      <FilterChips {...props} />
    </Suspense>
  )
}
