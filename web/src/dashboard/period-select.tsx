import { NativeSelect } from '@mantine/core'
import { type DashboardSearch, periodOf, periods } from './dashboard-search.ts'

const options = Object.entries(periods).map(([value, label]) => ({ value, label }))

interface PeriodSelectProps {
  search: DashboardSearch
  onChange: (days: DashboardSearch['days']) => void
}

/** The period a report is about, counted back from now. */
export function PeriodSelect({ search, onChange }: PeriodSelectProps) {
  return (
    <NativeSelect
      aria-label="Period"
      data={options}
      value={periodOf(search)}
      onChange={(event) => onChange(event.currentTarget.value as DashboardSearch['days'])}
    />
  )
}
