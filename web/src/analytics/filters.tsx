import type { ReportFiltersProps } from '../dashboard/report-filters.tsx'
import { FilterChips } from './filter-chips.tsx'
import { PeriodSelect } from './period-select.tsx'

/** All that narrows the dashboard. */
export function Filters(props: ReportFiltersProps) {
  return (
    <>
      <PeriodSelect {...props} />
      <FilterChips {...props} />
    </>
  )
}
