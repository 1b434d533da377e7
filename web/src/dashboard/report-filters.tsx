import { lazy, Suspense } from 'react'
import { loadTexts } from '../texts/load-texts.ts'
import type { ReportSearch } from './report-search.ts'

const Filters = lazy(async () => {
  const [module] = await Promise.all([import('../analytics/filters.tsx'), loadTexts('screens')])
  return { default: module.Filters }
})

export interface ReportFiltersProps {
  search: ReportSearch
  onChange: (changes: ReportSearch) => void
}

/** By period, company, position, owner, source and agent; alone in its bar, as it comes after the first paint. */
export function ReportFilters(props: ReportFiltersProps) {
  return (
    <Suspense fallback={null}>
      <Filters {...props} />
    </Suspense>
  )
}
