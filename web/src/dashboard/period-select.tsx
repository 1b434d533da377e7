import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import classes from './dashboard.module.css'
import { DayFields } from './day-fields.tsx'
import { daysOf, periodOf, periods, type ReportSearch } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'

interface PeriodSelectProps {
  search: ReportSearch
  onChange: (changes: ReportSearch) => void
}

/** The period a report is about: counted back from now, or own days. */
export function PeriodSelect({ search, onChange }: PeriodSelectProps) {
  const period = periodOf(search)
  const [first, last] = daysOf(search, reportTimezone(), Date.now())
  return (
    <>
      <NativeSelect
        className={classes.filter}
        aria-label={t`Period`}
        data={[
          ...Object.entries(periods).map(([value, label]) => ({ value, label: t(label) })),
          { value: 'own', label: t`Own days` },
        ]}
        value={period}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === 'own'
              ? { days: undefined, from: first, to: last }
              : { days: value as ReportSearch['days'], from: undefined, to: undefined },
          )
        }
      />
      {period === 'own' && (
        <DayFields
          label={t`Days of the report`}
          from={first}
          to={last}
          onChange={(from, to) => onChange({ from, to })}
        />
      )}
    </>
  )
}
