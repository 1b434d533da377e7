import { formulaCell } from '../../../contact-formats/formula-cell.ts'
import { isBlank } from '../cell-kind.ts'
import type { Row } from '../table.ts'
import { type Archive, broken } from './archive.ts'
import { isoCellText, numberText, unescapeText } from './cell-text.ts'
import { addText, parseXml } from './parse-xml.ts'
import type { Styles } from './read-styles.ts'
import type { Merge } from './scan-sheet.ts'
import type { SharedStrings } from './shared-strings.ts'

const mostColumns = 16_384

export type SheetSource = {
  archive: Archive
  part: string
  strings: SharedStrings
  styles: Styles
  is1904: boolean
  merges: Merge[]
}

/**
 * The filled rows of a worksheet, one after the other at constant memory. Formulas give their stored value, or what
 * `formulaCell` makes of one without; errors stay as they are shown, so that what they replace is not
 * lost in silence. A cell merged over several rows stands in each of them, where the row holds anything else.
 */
export async function* readSheet({
  archive,
  part,
  strings,
  styles,
  is1904,
  merges,
}: SheetSource): AsyncGenerator<Row> {
  let rows: Row[] = []
  let row: Row = { number: 0, cells: [] }
  let column = -1
  let type = ''
  let style = 0
  let value = ''
  let isFormula = false
  let collecting = false
  let inPhonetic = false

  // Serials that lost their format count from the same day as the dates of their column, which only matters where
  // that is not the usual one.
  const dateColumns = new Map<number, number>()
  const styleOfNumber = () => {
    if (!is1904) return style
    if (styles.formatOf(style).isDate) dateColumns.set(column, style)
    return /^\d{5}$/.test(value.trim()) ? (dateColumns.get(column) ?? style) : style
  }

  const cellText = () => {
    switch (type) {
      case 's':
        return strings.get(Number(value))
      case 'inlineStr':
      case 'str':
        return unescapeText(value)
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
      case 'e':
        return value.trim()
      case 'd':
        return isoCellText(value)
      default:
        return numberText(value.trim(), styleOfNumber(), styles, is1904)
    }
  }

  const parsing = parseXml(archive.read(part), {
    open(name, attributes) {
      switch (name) {
        case 'row':
          row = { number: Number(attributes.r) || row.number + 1, cells: [] }
          column = -1
          break
        case 'c':
          column = columnOf(attributes.r) ?? column + 1
          if (column >= mostColumns) throw broken('a cell stands beyond the last column')
          type = attributes.t ?? ''
          style = Number(attributes.s ?? 0)
          value = ''
          isFormula = false
          break
        case 'f':
          isFormula = true
          break
        case 'v':
          collecting = true
          break
        case 't':
          collecting = !inPhonetic
          break
        case 'rPh':
          inPhonetic = true
          break
      }
    },
    close(name) {
      switch (name) {
        case 'row':
          rows.push(row)
          break
        case 'c':
          // A formula whose value is an empty text is of the type "str".
          if (value !== '' || (isFormula && type !== 'str' && type !== 'e')) {
            while (row.cells.length < column) row.cells.push('')
            row.cells[column] = value === '' ? formulaCell(referenceOf(column, row.number)) : cellText()
          }
          break
        case 'v':
        case 't':
          collecting = false
          break
        case 'rPh':
          inPhonetic = false
          break
      }
    },
    text(text) {
      if (collecting) value = addText(value, text)
    },
  })

  const fillMerged = mergedCellsFiller(merges)
  for await (const _ of parsing) {
    const read = rows
    rows = []
    for (const filled of read) {
      if (isBlank(filled.cells) || filled.cells.every(isMissing)) continue
      fillMerged(filled)
      yield filled
    }
  }
}

/** Whether a cell is empty or says that a formula found nothing, as do those that somebody dragged on below a table. */
function isMissing(cell: string): boolean {
  return cell === '#N/A' || cell.trim() === ''
}

/** "AB7" for column 27 of row 7. */
function referenceOf(column: number, row: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters + row
}

/** 0 for "A7", 27 for "AB7". */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column === 0 ? undefined : column - 1
}

function mergedCellsFiller(merges: Merge[]): (row: Row) => void {
  if (merges.length === 0) return () => {}
  const waiting = merges.toSorted((a, b) => a.top - b.top)
  let next = 0
  let active: { merge: Merge; text: string }[] = []
  return (row) => {
    active = active.filter(({ merge }) => merge.bottom >= row.number)
    for (const { merge, text } of active) {
      if ((row.cells[merge.column] ?? '') !== '') continue
      while (row.cells.length < merge.column) row.cells.push('')
      row.cells[merge.column] = text
    }
    for (; next < waiting.length && waiting[next]!.top <= row.number; next++) {
      const merge = waiting[next]!
      const text = row.cells[merge.column] ?? ''
      if (merge.top === row.number && text !== '') active.push({ merge, text })
    }
  }
}
