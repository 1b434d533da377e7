import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { listPositions } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { daysOf, type ReportSearch } from '../dashboard/report-search.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { usePermission } from '../session/session.ts'
import { DayFields } from './day-fields.tsx'
import { daysBefore } from './other-search.ts'

interface CompareSelectProps {
  search: ReportSearch
  onChange: (changes: ReportSearch) => void
}

/** Another position, to stand beside the one chosen. */
function OtherPosition({ search, onChange }: CompareSelectProps) {
  const { t } = useLingui()
  const { data } = useQuery(endpointQuery(listPositions, { query: { limit: 200, sort: 'name' } }))
  return (
    <NativeSelect
      aria-label={t`Compared position`}
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

/** What the reports are shown beside: nothing, another period, or another position. */
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
        aria-label={t`Compare`}
        data={[
          { value: '', label: t`Compare with nothing` },
          { value: 'previous', label: t`With the period before` },
          { value: 'dates', label: t`With other days` },
          ...(mayReadPositions ? [{ value: 'position', label: t`With another position` }] : []),
        ]}
        value={search.compare ?? ''}
        onChange={(event) => choose((event.currentTarget.value || undefined) as ReportSearch['compare'])}
      />
      {search.compare === 'dates' && (
        <DayFields
          label={t`Compared days`}
          from={search.otherFrom ?? first}
          to={search.otherTo ?? last}
          onChange={(otherFrom, otherTo) => onChange({ otherFrom, otherTo })}
        />
      )}
      {search.compare === 'position' && <OtherPosition search={search} onChange={onChange} />}
    </>
  )
}
