import { type FigureUnit, fewestToCompare, isDuration } from '@muster/contract/measures.ts'
import { partOf, spreadOf } from '../dashboard/spread.ts'
import { withoutKey } from '../facts/groupings.ts'
import type { CountedCell } from './count-cells.ts'
import { presentSummary, type Summary } from './summarize-field.ts'

/** What the cells of a measure have. */
export interface Figure {
  unit: FigureUnit
  summary: Summary | null
}

/** One axis of the table: which place a group has, and which group of the period before is compared with it. */
export interface Axis {
  /** By key; a group of those without one has the key `withoutKey`. */
  places: ReadonlyMap<string, number>
  others: number | null
  /** By the key in the period before; undefined where both have the same keys. */
  previousPlaces?: ReadonlyMap<string, number>
  /** Places without anything to compare with. */
  incomparable: ReadonlySet<number>
}

function valueIn({ unit, summary }: Figure, counted: CountedCell, median: number | null): number | null {
  const { n, part, sum } = counted
  if (summary) return presentSummary(summary, counted.summary ?? null)
  if (unit === 'count') return n
  if (unit === 'minutes') return Math.round((sum ?? 0) / 6) / 10
  if (unit === 'share') return partOf(part ?? 0, n)
  return median
}

function presentFigure(figure: Figure, counted: CountedCell) {
  const { unit } = figure
  const { n, part, values, rows } = counted
  const { median, p90 } = spreadOf(new Map(values))
  return {
    value: valueIn(figure, counted, median),
    n,
    part: unit === 'share' ? (part ?? 0) : null,
    p90,
    rows,
  }
}

const nothing: CountedCell = { period: 1, n: 0, part: 0, rows: 0, sum: 0, values: null }

/** Where a cell belongs on an axis: null for a total, undefined for nowhere. */
function placeOf(
  axis: Axis,
  period: 0 | 1,
  key: string | null | undefined,
  others: boolean | null | undefined,
): number | null | undefined {
  if (others === null || others === undefined) return null
  if (others) return axis.others ?? undefined
  const places = (period === 0 && axis.previousPlaces) || axis.places
  return places.get(key ?? withoutKey)
}

/** Returns the cells of a measure, each with the one of the period before, in the order of the table. */
export function presentCells(
  figure: Figure,
  counted: readonly CountedCell[],
  [rows, columns]: readonly [Axis, Axis],
  compares: boolean,
) {
  const { unit, summary } = figure
  const canBeFew = unit === 'share' || isDuration(unit) || (summary !== null && summary.aggregate !== 'sum')
  const cells = new Map<
    string,
    { row: number | null; column: number | null; both: [CountedCell, CountedCell] }
  >()
  for (const cell of counted) {
    const row = placeOf(rows, cell.period, cell.key1, cell.others1)
    const column = placeOf(columns, cell.period, cell.key2, cell.others2)
    if (row === undefined || column === undefined) continue
    const name = `${row} ${column}`
    const known = cells.get(name) ?? { row, column, both: [nothing, nothing] }
    known.both[cell.period] = cell
    cells.set(name, known)
  }
  const place = (index: number | null) => index ?? Number.POSITIVE_INFINITY
  const total = cells.get('null null') ?? { row: null, column: null, both: [nothing, nothing] as const }
  return [...new Set([...cells.values(), total])]
    .sort((one, other) => place(one.row) - place(other.row) || place(one.column) - place(other.column))
    .map(({ row, column, both: [before, present] }) => {
      const isComparable =
        compares &&
        !(row !== null && rows.incomparable.has(row)) &&
        !(column !== null && columns.incomparable.has(column))
      return {
        row,
        column,
        ...presentFigure(figure, present),
        isFew: canBeFew && present.n < fewestToCompare,
        previous: isComparable ? presentFigure(figure, before) : null,
      }
    })
}
