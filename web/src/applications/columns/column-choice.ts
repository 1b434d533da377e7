import { narrowest, widest } from '../../ui/column.ts'

/** A shown column, with a width in pixels when the user resized it. */
export interface ColumnChoice {
  id: string
  width?: number | undefined
}

/** Parses columns as views and browsers store them: `position`, or `position:260` for a width of 260 px. */
export function readColumns(stored: readonly string[], known: readonly string[]): ColumnChoice[] {
  const read = stored.map((text): ColumnChoice => {
    const [id = '', pixels] = text.split(':')
    const width = Number(pixels)
    return width >= narrowest && width <= widest ? { id, width } : { id }
  })
  // Columns that no longer exist and duplicates are left out.
  return read.filter(
    ({ id }, index) => known.includes(id) && read.findIndex((each) => each.id === id) === index,
  )
}

export function writeColumns(columns: readonly ColumnChoice[]): string[] {
  return columns.map(({ id, width }) => (width === undefined ? id : `${id}:${width}`))
}

/** Returns the columns with one moved before or after another. */
export function moveColumn(
  columns: readonly ColumnChoice[],
  id: string,
  besideId: string,
  edge: 'left' | 'right',
): ColumnChoice[] {
  const moved = columns.find((column) => column.id === id)
  const others = columns.filter((column) => column.id !== id)
  const at = others.findIndex((column) => column.id === besideId)
  if (!moved || at === -1) return [...columns]
  return others.toSpliced(edge === 'left' ? at : at + 1, 0, moved)
}
