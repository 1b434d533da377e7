import type { PdfWriter } from '../../pdf/pdf-writer.ts'
import { type FigureCell, type FigureTable, textOf } from '../figure-table.ts'
import { colors } from './colors.ts'

interface Columns {
  size: number
  /** Of the names, and of each other column. */
  names: number
  width: number
}

const padding = 4
/** The lightest and the added strength of a shade, as on screen. */
const shades = [0.06, 0.36] as const

/** Returns columns that fit the page: names get what the figures leave, and small figures make room. */
function fitColumns(page: PdfWriter, { columns, rows }: FigureTable): Columns {
  const count = columns.length - 1
  const longest = (texts: readonly string[], size: number) =>
    Math.max(0, ...texts.map((text) => page.widthOf(text, size, true)))
  const names = Math.min(
    Math.max(longest([columns[0]!, ...rows.map(({ label }) => label)], 9) + 3 * padding, 80),
    page.width * 0.4,
  )
  // A head may break between words, and longer ones are cut.
  const words = columns.slice(1).flatMap((text) => text.split(/\s+/))
  const texts = rows.flatMap(({ cells }) => cells.map(textOf))
  const neededAt = (size: number) =>
    Math.max(longest(texts, size), Math.min(longest(words, size), 60), 24) + 2 * padding
  const size = [9, 8, 7].find((each) => names + neededAt(each) * count <= page.width) ?? 6
  const width = Math.min((page.width - names) / count, 120)
  return { size, names: page.width - width * count, width }
}

function drawHead(
  page: PdfWriter,
  { columns }: FigureTable,
  { size, names, width }: Columns,
  top: number,
): number {
  const [first, ...others] = columns
  const head = { size, color: colors['ink-2'], bold: true, lines: 3 }
  const ends = [
    page.write(first!, { ...head, x: page.margin + padding, y: top, width: names - 2 * padding }),
    ...others.map((text, index) =>
      page.write(text, {
        ...head,
        x: page.margin + names + index * width + padding / 2,
        y: top,
        width: width - padding,
        align: 'right',
      }),
    ),
  ]
  const y = Math.max(...ends) + 3
  page.rule(y, colors.line)
  return y
}

function drawCell(
  page: PdfWriter,
  cell: FigureCell,
  place: { x: number; y: number; width: number; height: number },
  size: number,
  isBold: boolean,
): void {
  const { x, y, width, height } = place
  if (cell.shade !== undefined) {
    const [least, more] = shades
    page.pdf
      .save()
      .fillOpacity(least + cell.shade * more)
      .rect(x + 0.5, y + 0.5, width - 1, height - 1)
      .fill(colors.accent)
      .restore()
  }
  const text = { x: x + padding / 2, width: width - padding, align: 'right' as const, lines: 1 }
  const color = cell.isFew ? colors['ink-3'] : colors.ink
  const below = page.write(textOf(cell), { ...text, y: y + 3, size, color, bold: isBold && !cell.isFew })
  if (cell.of) page.write(cell.of, { ...text, y: below - 2, size: size - 1.5, color: colors['ink-3'] })
}

/**
 * Draws the figures, with the head again on each page they continue on, and returns the place below. A longer name than its
 * column has room for ends with an ellipsis.
 */
export function drawTable(page: PdfWriter, table: FigureTable, top: number, nextPage: () => number): number {
  const fitted = fitColumns(page, table)
  const { size, names, width } = fitted
  const hasBase = table.rows.some(({ cells }) => cells.some(({ of }) => of))
  const height = size * 1.5 + 6 + (hasBase ? size * 1.2 : 0)
  let y = top + 3 * height > page.bottom ? nextPage() : top
  y = drawHead(page, table, fitted, y)
  table.rows.forEach(({ label, cells }, index) => {
    if (y + height > page.bottom) y = drawHead(page, table, fitted, nextPage())
    const isTotal = table.hasTotal && index === table.rows.length - 1
    if (isTotal) page.pdf.rect(page.margin, y, page.width, height).fill(colors.bg)
    const name = { x: page.margin + padding, width: names - 2 * padding, size, lines: 1 }
    page.write(label, { ...name, y: y + 3, bold: isTotal })
    cells.forEach((cell, column) => {
      drawCell(page, cell, { x: page.margin + names + column * width, y, width, height }, size, isTotal)
    })
    y += height
    page.rule(y, isTotal ? colors.line : colors['line-soft'])
  })
  return y
}
