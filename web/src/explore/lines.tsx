import { Skeleton } from '@mantine/core'
import { setFilters } from '@muster/contract/explore-address.ts'
import { toLinesQuery } from '@muster/contract/explore-charts.ts'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './explore.module.css'
import type { ExploreSearch } from './explore-search.ts'
import { LineChart } from './line-chart.tsx'
import { totalOf } from './total-of.ts'
import { useExplored } from './use-explored.ts'

interface LinesProps {
  search: ExploreSearch
  /** Shown instead of lines at zero, where nothing else says that nothing was counted. */
  empty?: ReactNode
}

/** The lines of a question. */
export function Lines({ search, empty }: LinesProps) {
  const lines = useExplored(toLinesQuery(search, reportTimezone()))
  if (lines.isError)
    return <ErrorState text={errorMessage(lines.error)} onRetry={() => void lines.refetch()} />
  if (!lines.data) return <Skeleton height={296} />
  if (empty && !lines.isOld && totalOf(lines.data) === 0) return empty
  return (
    <div data-old={lines.isOld || undefined} className={classes.answer}>
      <LineChart explored={lines.data} filters={setFilters(search)} />
    </div>
  )
}
