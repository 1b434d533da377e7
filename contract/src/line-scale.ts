import { type Cell, type Explored, endOfStep, type Group, maxLines } from './explore-charts.ts'
import { startOfDay } from './local-days.ts'
import { isTimeGrouping, type TimeGrouping } from './measures.ts'

export interface Point {
  group: Group
  cell: Cell | undefined
  /** The middle of the day, week or month, in milliseconds. */
  middle: number
}

export interface Line {
  /** Null: of all. */
  group: Group | null
  points: readonly Point[]
}

export interface Lines {
  step: TimeGrouping
  from: number
  to: number
  /** The highest and the lowest value of the axis. */
  most: number
  least: number
  lines: readonly Line[]
  /** Groups that the table shows and no line does. */
  left: readonly Group[]
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
export function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough - 1e-9) ?? 10
  return factor * power
}

function axisOf(values: readonly number[], isShare: boolean): [number, number] {
  const most = Math.max(...values, 0)
  const least = Math.min(...values)
  if (values.length === 0 || (most === 0 && least === 0)) return [0, 1]
  // Sums and averages of fields may be negative.
  if (least < 0) {
    const step = niceStep((most - least) / 4)
    return [Math.floor(least / step + 1e-9) * step, Math.ceil(most / step - 1e-9) * step]
  }
  // A rate that never comes near zero is drawn without the empty part below it.
  const base = isShare && least > 0.3 ? Math.floor(least * 5) / 5 : 0
  const step = niceStep((most - base) / 4 || 1)
  const top = base + Math.ceil((most - base) / step - 1e-9) * step
  return [base, isShare ? Math.min(top, Math.max(1, most)) : top]
}

/** Returns the lines of an answer by time, at most six: those of the groups with most. */
export function linesOf({ by, rows, columns, period, measures }: Explored): Lines {
  const timeIndex = by.findIndex(isTimeGrouping)
  const step = by[timeIndex] as TimeGrouping
  const times = timeIndex === 0 ? rows : columns
  const others = by.length > 1 ? (timeIndex === 0 ? columns : rows) : []
  const [{ unit, summary, cells }] = measures as [Explored['measures'][number]]
  // Nothing counted is none. Of nobody there is no rate, average or median.
  const isCounted = !summary && (unit === 'count' || unit === 'minutes')
  const middles = times.map(({ key, at }) => {
    const end = Date.parse(startOfDay(endOfStep(step, key!), period.timezone))
    return (Date.parse(at!) + end) / 2
  })
  const cellAt = (time: number, other: number | null) =>
    cells.find(({ row, column }) =>
      timeIndex === 0 ? row === time && column === other : column === time && row === other,
    )
  const noneAt = (time: number, other: number | null): Cell => ({
    ...(timeIndex === 0 ? { row: time, column: other } : { row: other, column: time }),
    ...{ value: 0, n: 0, part: null, p90: null, rows: 0, isFew: false, previous: null },
  })
  const lineOf = (group: Group | null, other: number | null): Line => ({
    group,
    points: times.map((time, index) => ({
      group: time,
      cell: cellAt(index, other) ?? (isCounted ? noneAt(index, other) : undefined),
      middle: middles[index]!,
    })),
  })
  const told = others.map((group, index) => ({ group, index })).filter(({ group }) => !group.isOthers)
  const drawn = told.slice(0, maxLines)
  const lines = by.length > 1 ? drawn.map(({ group, index }) => lineOf(group, index)) : [lineOf(null, null)]
  const values = lines.flatMap(({ points }) => points.flatMap(({ cell }) => cell?.value ?? []))
  const [least, most] = axisOf(values, unit === 'share')
  return {
    step,
    from: middles[0] ?? 0,
    to: middles.at(-1) ?? 1,
    most,
    least,
    lines,
    left: others.filter((group) => group.isOthers || !drawn.some((each) => each.group === group)),
  }
}

/** Moves labels apart that would overlap, in their order from the top. */
export function spreadLabels(wanted: readonly number[], height: number, gap: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((one, other) => one.y - other.y)
  let last = Number.NEGATIVE_INFINITY
  for (const each of order) {
    each.y = Math.max(each.y, last + gap)
    last = each.y
  }
  let next = height
  for (const each of order.toReversed()) {
    each.y = Math.min(each.y, next)
    next = each.y - gap
  }
  const placed: number[] = []
  for (const { y, index } of order) placed[index] = y
  return placed
}
