import { plural, t } from '#texts'
import type { ValueProblem } from '../../contact-formats/reading.ts'
import type { RowLength } from '../files/table.ts'

/** The length of a row whose values may be in other columns than they should be; null where the row fits its header. */
export function findRagged(
  cells: readonly string[],
  ragged: RowLength | undefined,
  columnCount: number,
): RowLength | null {
  if (ragged) return ragged
  // Only texts have rows of a length of their own; in a workbook, filled cells beyond the header show.
  const beyond = cells.slice(columnCount).filter((cell) => cell.trim() !== '').length
  return beyond > 0 ? { cells: columnCount + beyond, header: columnCount } : null
}

/** What a person should check about such a row. */
export function explainRagged({ cells, header }: RowLength): ValueProblem {
  const extra = cells - header
  if (extra < 0)
    return {
      code: 'missing_cells',
      message: t`This row has ${plural(-extra, { one: '# fewer cell', other: '# fewer cells' })} than the header. Its values may be in the wrong columns.`,
      severity: 'warning',
    }
  return {
    code: 'extra_cells',
    message: t`This row has ${plural(extra, { one: '# more cell', other: '# more cells' })} than the header. Its values may be in the wrong columns.`,
    severity: 'warning',
  }
}
