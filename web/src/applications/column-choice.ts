import { narrowest, widest } from '../ui/column.ts'

/** A column one chose to see; with a width in pixels where one pulled at its edge. */
export interface ColumnChoice {
  id: string
  width?: number | undefined
}

/** Reads columns as views and browsers keep them: `position` or, 260 px wide, `position:260`. */
export function readColumns(kept: readonly string[], known: readonly string[]): ColumnChoice[] {
  const read = kept.map((text): ColumnChoice => {
    const [id = '', pixels] = text.split(':')
    const width = Number(pixels)
    return width >= narrowest && width <= widest ? { id, width } : { id }
  })
  // A column the product has no more is left out, so is one named twice.
  return read.filter(
    ({ id }, index) => known.includes(id) && read.findIndex((each) => each.id === id) === index,
  )
}

export function writeColumns(columns: readonly ColumnChoice[]): string[] {
  return columns.map(({ id, width }) => (width === undefined ? id : `${id}:${width}`))
}

/** The columns with one taken out and put in before or behind another. */
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
