import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { daysOf, periodOf } from '@muster/contract/report-days.ts'
import { DayFields } from '../analytics/day-fields.tsx'
import { periodLabels } from '../analytics/period-select.tsx'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import type { ExploreSearch } from '../explore/explore-search.ts'
import { ExploreFilters } from '../explore/more-filters.tsx'
import classes from './report-dashboards.module.css'

interface OverAllProps {
  search: ExploreSearch
  onChange: (changes: ExploreSearch) => void
}

/** The period and the filters over all tiles. */
export function OverAll({ search, onChange }: OverAllProps) {
  const { t } = useLingui()
  const isSet = Boolean(search.days || search.from)
  const period = isSet ? periodOf(search) : ''
  const [from, to] = daysOf(search, reportTimezone())
  return (
    <div className={classes.filters}>
      <NativeSelect
        aria-label={t`Period`}
        data={[
          { value: '', label: t`Period of each report` },
          ...Object.entries(periodLabels).map(([value, label]) => ({ value, label: t(label) })),
          { value: 'own', label: t`Custom range` },
        ]}
        value={period}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === 'own'
              ? { days: undefined, from, to }
              : { days: (value || undefined) as ExploreSearch['days'], from: undefined, to: undefined },
          )
        }
      />
      {period === 'own' && (
        <DayFields
          label={t`Report dates`}
          from={from}
          to={to}
          onChange={(first, last) => onChange({ from: first, to: last })}
        />
      )}
      <ExploreFilters search={search} onChange={onChange} />
    </div>
  )
}
