import type { Explored, Measured } from '@muster/contract/explore-charts.ts'
import classes from './bar-rows.module.css'
import { CellLink } from './cell-link.tsx'
import { formatOf, formatValue, groupName } from './words.ts'

const maxBars = 20

/** A bar for each group of the first grouping, from a common zero. */
export function BarRows({ explored, filters }: { explored: Explored; filters: Record<string, string[]> }) {
  const { by, rows, period, measures } = explored
  const [measured] = measures as [Measured]
  const { cells, unit } = measured
  const [grouping] = by
  if (!grouping) return null
  const bars = rows
    .map((group, index) => ({
      group,
      cell: cells.find(({ row, column }) => row === index && column === null),
    }))
    .slice(0, maxBars)
  const isTotal = unit === 'count' || unit === 'minutes'
  const most = unit === 'share' ? 1 : Math.max(...bars.map(({ cell }) => cell?.value ?? 0)) || 1
  return (
    <ul className={classes.bars} data-chart>
      {bars.map(({ group, cell }) => (
        <li key={`${group.key} ${group.isOthers}`} className={classes.bar}>
          <span className={classes.name}>{groupName(group, grouping)}</span>
          <span className={classes.track}>
            <span
              className={classes.length}
              data-few={cell?.isFew || undefined}
              style={{ width: `${Math.max((cell?.value ?? 0) / most, 0) * 100}%` }}
            />
          </span>
          <span className={classes.figure}>
            {cell && (cell.n > 0 || isTotal) ? (
              <CellLink
                measured={measured}
                period={period}
                within={[{ grouping, group }]}
                filters={filters}
                className={classes.value}
              >
                {formatValue(measured, cell.value)}
              </CellLink>
            ) : (
              '–'
            )}
            <span className={classes.of}>{cell ? formatOf(measured, cell) : ''}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
