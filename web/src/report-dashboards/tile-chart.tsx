import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { isOfCohorts, isOfFunnel, setFilters, toExploreQuery } from '@muster/contract/explore-address.ts'
import { chartOf } from '@muster/contract/explore-charts.ts'
import { errorMessage } from '../api/api-error.ts'
import { reportTimezone } from '../dashboard/report-timezone.ts'
import { BarRows } from '../explore/bar-rows.tsx'
import { CohortCard } from '../explore/cohort-card.tsx'
import { Distribution } from '../explore/distribution.tsx'
import type { ExploreSearch } from '../explore/explore-search.ts'
import { ExploreTable } from '../explore/explore-table.tsx'
import { FunnelCard } from '../explore/funnel-card.tsx'
import { Lines } from '../explore/lines.tsx'
import { totalOf } from '../explore/total-of.ts'
import { useExplored } from '../explore/use-explored.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './tile.module.css'

interface TileChartProps {
  search: ExploreSearch
}

/** A note in place of a chart. */
export function TileNote({ title, text }: { title: string; text?: string }) {
  return (
    <div className={classes.note}>
      <p className={classes.noteTitle}>{title}</p>
      {text && <p>{text}</p>}
    </div>
  )
}

function NoData() {
  return <TileNote title={t`No data for this period`} />
}

const noColors: ReadonlyMap<string | null, string> = new Map()

/** Bars, a table or a heat map. */
function Cells({ search }: TileChartProps) {
  const { data, isError, error, isOld, refetch } = useExplored(toExploreQuery(search, reportTimezone()))
  if (isError) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className={classes.waiting} />
  if (!isOld && totalOf(data) === 0) return <NoData />
  const kind = chartOf(search)
  const filters = setFilters(search)
  return (
    <div className={classes.cells} data-old={isOld || undefined} aria-busy={isOld}>
      {kind === 'bars' ? (
        <BarRows explored={data} filters={filters} />
      ) : (
        <ExploreTable explored={data} filters={filters} isHeat={kind === 'heat'} colors={noColors} />
      )}
    </div>
  )
}

/** The chart of a report, without the table that Explore has below it. */
export function TileChart({ search }: TileChartProps) {
  if (isOfCohorts(search)) return <CohortCard search={search} onTile />
  if (isOfFunnel(search)) return <FunnelCard search={search} onTile />
  const kind = chartOf(search)
  if (kind === 'lines') return <Lines search={search} empty={<NoData />} />
  if (kind === 'distribution') return <Distribution search={search} />
  return <Cells search={search} />
}
