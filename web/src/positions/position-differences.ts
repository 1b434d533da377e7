import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import { colleaguesQuery } from '../applications/queries.ts'
import type { Difference } from '../ui/changed-meanwhile.tsx'
import { formatDateTime } from '../ui/format.ts'
import { fieldLabels, type PositionField, type PositionValues, toValues } from './position-form.ts'
import { type PositionDetails, stateLabels } from './position-state.ts'

interface Named {
  id: string
  name: string
}

/** A company's name out of what was read already: the person has just chosen it from a list. */
function companyName(id: string | null, known: readonly PositionDetails[]): string {
  const read = queryClient.getQueriesData<{ items?: Named[] }>({ queryKey: ['listCompanies'] })
  const listed = read.flatMap(([, data]) => data?.items ?? [])
  return [...known.map(({ company }) => company), ...listed].find((each) => each.id === id)?.name ?? '—'
}

/** Puts what one typed and what somebody else saved meanwhile into words. */
export function usePositionDifferences(before: PositionDetails, mine: PositionValues) {
  const colleagues = useQuery(colleaguesQuery).data?.items ?? []

  return (now: PositionDetails, fields: readonly PositionField[]): Difference<PositionField>[] => {
    function textOf(values: PositionValues, field: PositionField): string {
      if (field === 'companyId') return companyName(values.companyId, [before, now])
      if (field === 'openedAt') return values.openedAt ? formatDateTime(values.openedAt) : t`Nothing`
      if (field === 'state') return t(stateLabels[values.state])
      const value = values[field]
      if (field !== 'ownerId' && field !== 'hiringManagerId') return String(value) || t`Nothing`
      const known = [now.owner, now.hiringManager, before.owner, before.hiringManager, ...colleagues]
      return value ? (known.find((each) => each?.id === value)?.name ?? '—') : t`Nobody`
    }
    const [base, theirs] = [toValues(before), toValues(now)]
    return fields.map((field) => ({
      field,
      label: t(fieldLabels[field]),
      mine: textOf(mine, field),
      theirs: textOf(theirs, field),
      touched: mine[field] !== base[field],
    }))
  }
}
