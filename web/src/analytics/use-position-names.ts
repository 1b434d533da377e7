import { useQueries } from '@tanstack/react-query'
import { valueLabelQuery } from '../applications/filters/filter-options.tsx'
import type { ReportSearch } from '../dashboard/report-search.ts'

/** Returns the names of the compared positions. */
export function usePositionNames({ compare, positionId, otherPositionId }: ReportSearch) {
  const ids =
    compare === 'position'
      ? [...new Set([...(positionId ?? []), ...(otherPositionId ? [otherPositionId] : [])])]
      : []
  const names = useQueries({ queries: ids.map((id) => valueLabelQuery('positionId', id)) })
  return (id: string) => names[ids.indexOf(id)]?.data ?? undefined
}
