import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Cell, Explored, Group, Measured } from '@muster/contract/explore-charts.ts'
import { isTimeGrouping } from '@muster/contract/measures.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { formatNumber } from '../ui/format.ts'
import { HeatLegend } from '../ui/heat-legend.tsx'
import { CellLink, type Within } from './cell-link.tsx'
import classes from './explore-table.module.css'
import { useGroupingLabel } from './grouping-fields.ts'
import { formatChange, formatOf, formatValue, groupName } from './words.ts'

interface TableProps {
  explored: Explored
  filters: Record<string, string[]>
  /** Shades the cells by their value. */
  isHeat: boolean
  /** The colours of the first rows, as the lines have them. */
  colors: ReadonlyMap<string | null, string>
}

interface CellOf {
  cell: Cell | undefined
  measured: Measured
  period: Explored['period']
  within: Within[]
  filters: TableProps['filters']
}

function fewText(): string {
  return t`Fewer than 10: too few to compare`
}

/** A value with what it is of, and its change. */
function Value({ cell, measured, period, within, filters, shade }: CellOf & { shade?: number | null }) {
  if (!cell || (cell.n === 0 && measured.unit !== 'count'))
    return (
      <td className={classes.cell}>
        <span className={classes.nobody}>–</span>
      </td>
    )
  const isFew = cell.isFew
  const of = formatOf(measured, cell)
  const change = formatChange(measured, cell)
  const link = { measured, period, within, filters }
  const p90 = cell.p90 === null ? null : formatValue(measured, cell.p90)
  return (
    <td
      className={classes.cell}
      data-few={isFew || undefined}
      data-shaded={shade !== undefined && shade !== null ? true : undefined}
      style={shade === undefined || shade === null ? undefined : ({ '--shade': `${shade}%` } as object)}
    >
      <span className={classes.inCell}>
        <CellLink {...link} className={classes.value} {...(isFew && { title: fewText() })}>
          {formatValue(measured, cell.value)}
        </CellLink>
        {cell.part !== null && of ? (
          <CellLink {...link} isPart className={classes.of}>
            {of}
          </CellLink>
        ) : (
          <span className={classes.of}>{of}</span>
        )}
        {p90 !== null && <span className={classes.of}>{t`90% within ${p90}`}</span>}
        <span className={classes.change}>
          {isFew ? (
            <IconInfoCircle size={14} stroke={1.6} aria-label={fewText()} role="img">
              <title>{fewText()}</title>
            </IconInfoCircle>
          ) : (
            change
          )}
        </span>
      </span>
    </td>
  )
}

/** The value of the period before. */
function Before({ cell, ...of }: CellOf) {
  const before = cell?.previous
  if (!before || (before.n === 0 && of.measured.unit !== 'count'))
    return (
      <td className={classes.cell}>
        <span className={classes.nobody}>–</span>
      </td>
    )
  return (
    <td className={classes.cell}>
      <span className={classes.inCell}>
        <CellLink {...of} isPrevious className={classes.previous}>
          {formatValue(of.measured, before.value)}
        </CellLink>
        <span className={classes.of}>
          {of.measured.unit === 'count' ? '' : t`of ${formatNumber(before.n)}`}
        </span>
      </span>
    </td>
  )
}

/** Returns the lowest and the highest value that a heat map shades; null if it shades none. */
function rangeOf(cells: readonly Cell[]): { least: number; most: number } | null {
  const values = cells.flatMap(({ row, column, value, isFew }) =>
    row !== null && column !== null && value !== null && !isFew ? [value] : [],
  )
  return values.length > 0 ? { least: Math.min(...values), most: Math.max(...values) } : null
}

/** Returns how strongly to shade a value, from the lowest to the highest of the table. */
function shader(range: ReturnType<typeof rangeOf>) {
  return (cell: Cell | undefined) => {
    if (!range || !cell || cell.value === null || cell.isFew) return null
    const { least, most } = range
    return Math.round(6 + (most > least ? (cell.value - least) / (most - least) : 1) * 36)
  }
}

interface RowProps extends Omit<TableProps, 'isHeat' | 'colors'> {
  row: number | null
  color: string | undefined
  shadeOf: (cell: Cell | undefined) => number | null
  compares: boolean
  /** The columns that are shown. */
  shown: readonly number[]
}

function Row({ explored, filters, row, color, shadeOf, compares, shown }: RowProps) {
  const { by, rows, columns, period, measures } = explored
  const [measured] = measures as [Measured]
  const { cells } = measured
  const group: Group | null = row === null ? null : rows[row]!
  const [first, second] = by
  const cellAt = (column: number | null) => cells.find((cell) => cell.row === row && cell.column === column)
  const withinRow: Within[] = group && first ? [{ grouping: first, group }] : []
  const shared = { measured, period, filters }
  return (
    <tr data-total={row === null || undefined}>
      <th scope="row" className={classes.name}>
        {color && <span className={classes.mark} style={{ background: color }} aria-hidden />}
        <span>{group && first ? groupName(group, first) : t`All`}</span>
        {group?.isPartial && <span className={classes.partial}>{t`incomplete`}</span>}
      </th>
      {second &&
        shown.map((index) => {
          const column = columns[index]!
          const within = [...withinRow, { grouping: second, group: column }]
          const cell = cellAt(index)
          return (
            <Value
              key={`${column.key} ${column.isOthers}`}
              cell={cell}
              {...shared}
              within={within}
              shade={row === null ? null : shadeOf(cell)}
            />
          )
        })}
      <Value cell={cellAt(null)} {...shared} within={withinRow} />
      {compares && <Before cell={cellAt(null)} {...shared} within={withinRow} />}
    </tr>
  )
}

/** Returns the columns that are shown: of the hours of a day, from the first to the last in which anything was counted. */
function columnsShown({ by, columns, measures }: Explored): number[] {
  const all = [...columns.keys()]
  if (by[1] !== 'hour') return all
  const [{ cells }] = measures as [Explored['measures'][number]]
  const used = cells.flatMap(({ column, n, previous }) =>
    column !== null && n + (previous?.n ?? 0) > 0 ? [column] : [],
  )
  return all.filter((index) => index >= Math.min(...used) && index <= Math.max(...used))
}

/** The table of the cells: the first grouping down, the second across. Every number opens its rows. */
export function ExploreTable({ explored, filters, isHeat, colors }: TableProps) {
  const { t } = useLingui()
  const groupingLabel = useGroupingLabel()
  const { by, rows, columns, measures } = explored
  const [first, second] = by
  const [measured] = measures as [Measured]
  const { cells } = measured
  const range = isHeat ? rangeOf(cells) : null
  const shadeOf = shader(range)
  const shown = columnsShown(explored)
  const compares = cells.some(({ previous }) => previous !== null)
  const places = first && isTimeGrouping(first) ? [...rows.keys()].toReversed() : [...rows.keys()]
  const table = (
    <section className={classes.scroll} aria-label={t`Table`}>
      <table className={classes.table} data-chart={isHeat || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {first ? groupingLabel(first) : ''}
            </th>
            {second &&
              shown.map((index) => (
                <th key={index} scope="col">
                  {groupName(columns[index]!, second)}
                </th>
              ))}
            <th scope="col">{second ? t`All` : t`Value`}</th>
            {compares && <th scope="col">{t`Period before`}</th>}
          </tr>
        </thead>
        <tbody>
          {[...places, null].map((row) => (
            <Row
              key={row}
              explored={explored}
              filters={filters}
              row={row}
              color={row === null || rows[row]!.isOthers ? undefined : colors.get(rows[row]!.key)}
              shadeOf={shadeOf}
              compares={compares}
              shown={shown}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
  if (!range) return table
  return (
    <div className={classes.heat}>
      {table}
      <HeatLegend low={formatValue(measured, range.least)} high={formatValue(measured, range.most)}>
        {cells.some(({ isFew }) => isFew) && t`Without color: fewer than 10`}
      </HeatLegend>
    </div>
  )
}
