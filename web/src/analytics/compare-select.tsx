import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { listPositions } from '@muster/contract/positions.ts'
import { daysOf } from '@muster/contract/report-days.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import type { ReportSearch } from '../dashboard/report-search.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { usePermission } from '../session/session.ts'
import { daysBefore } from './comparison-search.ts'
import { DayFields } from './day-fields.tsx'

interface CompareSelectProps {
  search: ReportSearch
  onChange: (changes: ReportSearch) => void
}

/** Selects the position to compare with. */
function OtherPosition({ search, onChange }: CompareSelectProps) {
  const { t } = useLingui()
  const { data } = useQuery(endpointQuery(listPositions, { query: { limit: 200, sort: 'name' } }))
  return (
    <NativeSelect
      aria-label={t`Position to compare`}
      data={[
        { value: '', label: t`Choose a position` },
        ...(data?.items ?? []).map(({ id, name, company }) => ({
          value: id,
          label: `${name} · ${company.name}`,
        })),
      ]}
      value={search.otherPositionId ?? ''}
      onChange={(event) => onChange({ otherPositionId: event.currentTarget.value || undefined })}
    />
  )
}

/** Selects the comparison: none, another period, or another position. */
export function CompareSelect({ search, onChange }: CompareSelectProps) {
  const { t } = useLingui()
  const mayReadPositions = usePermission('positions:read')
  function choose(compare: ReportSearch['compare']) {
    const [otherFrom, otherTo] = compare === 'dates' ? daysBefore(search, reportTimezone()) : []
    onChange({ compare, otherFrom, otherTo, otherPositionId: undefined })
  }
  const [first, last] = daysOf(search, reportTimezone())
  return (
    <>
      <NativeSelect
        aria-label={t`Comparison`}
        data={[
          { value: '', label: t`No comparison` },
          { value: 'previous', label: t`Previous period` },
          { value: 'dates', label: t`Custom range` },
          ...(mayReadPositions ? [{ value: 'position', label: t`Another position` }] : []),
        ]}
        value={search.compare ?? ''}
        onChange={(event) => choose((event.currentTarget.value || undefined) as ReportSearch['compare'])}
      />
      {search.compare === 'dates' && (
        <DayFields
          label={t`Comparison dates`}
          from={search.otherFrom ?? first}
          to={search.otherTo ?? last}
          onChange={(otherFrom, otherTo) => onChange({ otherFrom, otherTo })}
        />
      )}
      {search.compare === 'position' && <OtherPosition search={search} onChange={onChange} />}
    </>
  )
}
