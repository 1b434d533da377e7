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

/** Returns a company's name from cached lists: the user has just chosen it from one. */
function companyName(id: string | null, known: readonly PositionDetails[]): string {
  const read = queryClient.getQueriesData<{ items?: Named[] }>({ queryKey: ['listCompanies'] })
  const listed = read.flatMap(([, data]) => data?.items ?? [])
  return [...known.map(({ company }) => company), ...listed].find((each) => each.id === id)?.name ?? '—'
}

/** Describes the differences between the user's edits and what somebody else saved meanwhile. */
export function usePositionDifferences(before: PositionDetails, mine: PositionValues) {
  const colleagues = useQuery(colleaguesQuery).data?.items ?? []

  return (now: PositionDetails, fields: readonly PositionField[]): Difference<PositionField>[] => {
    function textOf(values: PositionValues, field: PositionField): string {
      if (field === 'companyId') return companyName(values.companyId, [before, now])
      if (field === 'openedAt') return values.openedAt ? formatDateTime(values.openedAt) : t`Empty`
      if (field === 'state') return t(stateLabels[values.state])
      const value = values[field]
      if (field !== 'ownerId' && field !== 'hiringManagerId') return String(value) || t`Empty`
      const known = [now.owner, now.hiringManager, before.owner, before.hiringManager, ...colleagues]
      return value ? (known.find((each) => each?.id === value)?.name ?? '—') : t`Unassigned`
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
