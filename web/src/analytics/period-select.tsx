import { msg, t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { daysOf, type periodKeys, periodOf } from '@muster/contract/report-days.ts'
import type { ReportSearch } from '../dashboard/report-search.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { DayFields } from './day-fields.tsx'

/** The names of the relative periods. */
export const periodLabels: Record<(typeof periodKeys)[number], ReturnType<typeof msg>> = {
  '7': msg`Last 7 days`,
  '28': msg`Last 28 days`,
  '90': msg`Last 90 days`,
  '365': msg`Last 12 months`,
  week: msg`This week`,
  month: msg`This month`,
  quarter: msg`This quarter`,
  year: msg`This year`,
}

interface PeriodSelectProps {
  search: ReportSearch
  onChange: (changes: ReportSearch) => void
}

/** Selects the period of the reports: relative to now, or a custom range. */
export function PeriodSelect({ search, onChange }: PeriodSelectProps) {
  const period = periodOf(search)
  const [first, last] = daysOf(search, reportTimezone(), Date.now())
  return (
    <>
      <NativeSelect
        aria-label={t`Period`}
        data={[
          ...Object.entries(periodLabels).map(([value, label]) => ({ value, label: t(label) })),
          { value: 'own', label: t`Custom range` },
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
          label={t`Report dates`}
          from={first}
          to={last}
          onChange={(from, to) => onChange({ from, to })}
        />
      )}
    </>
  )
}
