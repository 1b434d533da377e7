import { FilterChips, type ReportFiltersProps } from './filter-chips.tsx'
import { PeriodSelect } from './period-select.tsx'

/** All filters of the dashboard. */
export function Filters(props: ReportFiltersProps) {
  return (
    <>
      <PeriodSelect {...props} />
      <FilterChips {...props} />
    </>
  )
}
