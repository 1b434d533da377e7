import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import classes from './dashboard.module.css'
import { type DashboardSearch, periodOf, periods } from './dashboard-search.ts'

interface PeriodSelectProps {
  search: DashboardSearch
  onChange: (days: DashboardSearch['days']) => void
}

/** The period a report is about, counted back from now. */
export function PeriodSelect({ search, onChange }: PeriodSelectProps) {
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={t`Period`}
      data={Object.entries(periods).map(([value, label]) => ({ value, label: t(label) }))}
      value={periodOf(search)}
      onChange={(event) => onChange(event.currentTarget.value as DashboardSearch['days'])}
    />
  )
}
