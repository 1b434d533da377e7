import { safeCell, unsafeCell } from '../files/safe-cell.ts'
import type { ExportColumn } from './export-column.ts'
import { createLocalClock, forDays, forEachMinute } from './local-clock.ts'
import { cacheCells, special, textOf, type WriteCell } from './read-copied.ts'
import type { SharedTexts } from './shared-texts.ts'
import { escapeXml, styles } from './xlsx-parts.ts'

const charactersOfCell = 32_767
const minutesOfDay = 1440
/** Days between the spreadsheet epoch, the end of 1899, and 1970. */
const epoch = 25_569

/** What an import takes for Excel's own guard. */
const guardOfExcel = /^(?:'|=")/

/** Returns the content of an `is` or `si` element. */
export function textElement(text: string): string {
  // Text cannot be a formula here, but an import would strip what looks like a guard.
  const guarded = guardOfExcel.test(text) || unsafeCell(text) !== text ? safeCell(text) : text
  // What looks like a workbook's own escape would be decoded.
  const written = guarded.slice(0, charactersOfCell).replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
  return `<t xml:space="preserve">${escapeXml(written).replaceAll('\r', '_x000D_')}</t>`
}

/** The elapsed fraction of a day for each minute, after the decimal point. */
const partsOfDay = forEachMinute((hours, minutes) =>
  ((hours * 60 + minutes) / minutesOfDay).toFixed(6).slice(1),
)

/** Cells have no references: they are optional in sequence, and a third less to compress. */
const textStart = Buffer.from('<c t="str"><v>')
const valueEnd = Buffer.from('</v></c>')

function inline(text: string): Buffer {
  return Buffer.from(`<c t="inlineStr"><is>${textElement(text)}</is></c>`)
}

const isBlank = (byte: number) => byte <= 0x20 || byte === 0xa0 || byte === 0x80

/** Copies the bytes unchanged unless some need escaping. */
const writeText: WriteCell = (from, start, end, marks, to) => {
  const first = from[start]!
  let plain = (marks & (special.xml | special.semicolon)) === 0 && end - start <= charactersOfCell
  if (marks & special.underscore) plain &&= !from.toString('latin1', start, end).includes('_x')
  if (!plain || first === 0x27 || first === 0x3d || first <= 0x20 || isBlank(from[end - 1]!)) {
    to.all(inline(textOf(from, start, end, marks)))
    return
  }
  to.all(textStart)
  to.part(from, start, end)
  to.all(valueEnd)
}

/** Returns the writer of each column's cells. */
export function createCellWriters(
  columns: readonly ExportColumn[],
  texts: SharedTexts,
  timezone: string,
): WriteCell[] {
  const localClock = createLocalClock(timezone)
  const days = forDays((day) => String(day + epoch))
  return columns.map(({ kind, format, repeats }): WriteCell => {
    if (format || repeats)
      return cacheCells((stored) => {
        const text = format ? format(stored) : stored
        const place = texts.indexOfText(text)
        return place === null ? inline(text) : Buffer.from(`<c t="s"><v>${place}</v></c>`)
      })
    if (kind === 'text') return writeText
    const begin = Buffer.from(kind === 'number' ? '<c><v>' : `<c s="${styles[kind]}"><v>`)
    return (from, start, end, _, to) => {
      to.all(begin)
      if (kind === 'number') to.part(from, start, end)
      else {
        const { day, minute } = localClock(from, start)
        to.all(days(day))
        if (kind === 'time') to.all(partsOfDay[minute]!)
      }
      to.all(valueEnd)
    }
  })
}
