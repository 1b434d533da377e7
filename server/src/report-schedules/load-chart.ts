import { exploreDistribution, exploreReport } from '@muster/contract/explore.ts'
import { type ExploreAddress, toDistributionQuery } from '@muster/contract/explore-address.ts'
import { chartOf, toLinesQuery } from '@muster/contract/explore-charts.ts'
import { type Line, linesOf, niceStep } from '@muster/contract/line-scale.ts'
import { isTimeGrouping } from '@muster/contract/measures.ts'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { type DistributionQuery, loadDistribution } from '../explore/load-distribution.ts'
import { type Explored, type ExploreQuery, loadExplore } from '../explore/load-explore.ts'
import type { Actor } from '../session/actor.ts'
import { formatNumber } from '../texts/format.ts'
import { formatBase, formatFigure, groupLabel } from './format-figures.ts'
import { validateQuery } from './read-address.ts'

export interface Bar {
  name: string
  /** From 0 to 1. */
  length: number
  /** The value, and what it is of. */
  text: string
  of: string
  isFew: boolean
}

interface ChartPoint {
  /** From 0 to 1, from the left and from the foot. */
  x: number
  y: number
  isFew: boolean
  /** Whether its day, week or month is not over. */
  isPartial: boolean
  /** Whether the step before it has a point too. */
  isJoined: boolean
}

interface Tick {
  at: number
  text: string
}

/** A chart without data: everything is placed from 0 to 1 and put into words. */
export type ReportChart =
  | { kind: 'bars'; bars: readonly Bar[]; left: number }
  | { kind: 'distribution'; bars: readonly Bar[] }
  | {
      kind: 'lines'
      lines: readonly { name: string | null; points: readonly ChartPoint[] }[]
      values: readonly Tick[]
      times: readonly Tick[]
      /** Groups that only the table has. */
      left: readonly string[]
    }

const maxBars = 20
const maxTimes = 8

function barsOf(explored: Explored): ReportChart {
  const { by, rows } = explored
  const measured = explored.measures[0]!
  const { unit, cells } = measured
  const shown = rows.slice(0, maxBars).map((group, index) => ({
    group,
    cell: cells.find(({ row, column }) => row === index && column === null),
  }))
  const most = unit === 'share' ? 1 : Math.max(...shown.map(({ cell }) => cell?.value ?? 0)) || 1
  return {
    kind: 'bars',
    bars: shown.map(({ group, cell }) => ({
      name: groupLabel(group, by[0]!),
      length: Math.max(cell?.value ?? 0, 0) / most,
      text: cell ? formatFigure(measured, cell) : '–',
      of: cell && unit !== 'count' ? formatBase(measured, cell) : '',
      isFew: cell?.isFew ?? false,
    })),
    left: rows.length - shown.length,
  }
}

async function loadLines(db: Database, actor: Actor, address: ExploreAddress): Promise<ReportChart> {
  const query = validateQuery<ExploreQuery>(
    exploreReport.query,
    toLinesQuery(address, actor.workspace.timezone),
  )
  const explored = await loadExplore(db, actor, query)
  const measured = explored.measures[0]!
  const { from, to, most, least, lines, left, step } = linesOf(explored)
  const other = explored.by.find((key) => !isTimeGrouping(key))
  const x = (at: number) => (to > from ? (at - from) / (to - from) : 0.5)
  const y = (value: number) => (value - least) / (most - least || 1)
  const pointsOf = ({ points }: Line) =>
    points.flatMap(({ cell, group, middle }, index) =>
      cell && cell.value !== null
        ? [
            {
              x: x(middle),
              y: y(cell.value),
              isFew: cell.isFew,
              isPartial: group.isPartial,
              isJoined: (points[index - 1]?.cell?.value ?? null) !== null,
            },
          ]
        : [],
    )
  const between = niceStep((most - least) / 4 || 1)
  const values = Array.from({ length: Math.floor((most - least) / between + 0.01) + 1 }, (_, index) => {
    const value = Math.round((least + index * between) * 1000) / 1000
    return { at: y(value), text: formatFigure(measured, { value }) }
  })
  const times = lines[0]?.points ?? []
  const every = Math.max(1, Math.ceil(times.length / maxTimes))
  return {
    kind: 'lines',
    lines: lines.map((line) => ({
      name: line.group && other ? groupLabel(line.group, other) : null,
      points: pointsOf(line),
    })),
    values,
    times: times.flatMap(({ group, middle }, index) =>
      index % every === 0 ? [{ at: x(middle), text: groupLabel(group, step) }] : [],
    ),
    left: other ? left.map((group) => groupLabel(group, other)) : [],
  }
}

async function loadBars(db: Database, actor: Actor, address: ExploreAddress): Promise<ReportChart> {
  const query = validateQuery<DistributionQuery>(
    exploreDistribution.query,
    toDistributionQuery(address, actor.workspace.timezone),
  )
  const { bars, unit, isFew } = await loadDistribution(db, actor, query)
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const rangeOf = ({ from, to }: (typeof bars)[number]) => {
    const start = formatNumber(from)
    if (to === null) return unit === 'days' ? t`${start} d or more` : t`${start} h or more`
    const end = formatNumber(to)
    return unit === 'days' ? t`${start}–${end} d` : t`${start}–${end} h`
  }
  return {
    kind: 'distribution',
    bars: bars.map((bar) => ({
      name: rangeOf(bar),
      length: bar.count / most,
      text: bar.count > 0 ? formatNumber(bar.count) : '',
      of: '',
      isFew,
    })),
  }
}

/** Loads the chart that the screen draws for a question; null for one whose table is the picture. */
export async function loadChart(
  db: Database,
  actor: Actor,
  address: ExploreAddress,
  explored: Explored,
): Promise<ReportChart | null> {
  const kind = chartOf(address)
  if (kind === 'lines') return loadLines(db, actor, address)
  if (kind === 'distribution') return loadBars(db, actor, address)
  return kind === 'bars' ? barsOf(explored) : null
}
