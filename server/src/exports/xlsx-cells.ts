import { safeCell } from '../files/safe-cell.ts'
import type { ExportColumn } from './export-column.ts'
import { createLocalClock, forDays, forEachMinute } from './local-clock.ts'
import { remembering, special, textOf, type WriteCell } from './read-copied.ts'
import type { SharedTexts } from './shared-texts.ts'
import { escapeXml, styles } from './xlsx-parts.ts'

const charactersOfCell = 32_767
const minutesOfDay = 1440
/** Days from the end of 1899, where spreadsheets begin to count, to 1970. */
const epoch = 25_569

/** Text is no formula here; but an import would take away what it takes for our guard, or for Excel's own. */
const misread = /^(?:'|=")/

/** The content of an `is` or `si` element. */
export function textElement(text: string): string {
  const guarded = misread.test(text) ? safeCell(text) : text
  // What looks like a workbook's own escape would be read as one.
  const written = guarded.slice(0, charactersOfCell).replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
  return `<t xml:space="preserve">${escapeXml(written).replaceAll('\r', '_x000D_')}</t>`
}

/** Which part of the day is over, behind the point. */
const partsOfDay = forEachMinute((hours, minutes) =>
  ((hours * 60 + minutes) / minutesOfDay).toFixed(6).slice(1),
)

/** Cells do not say where they stand: written one after another they need not, which makes a third less to pack. */
const textStart = Buffer.from('<c t="str"><v>')
const valueEnd = Buffer.from('</v></c>')

function inline(text: string): Buffer {
  return Buffer.from(`<c t="inlineStr"><is>${textElement(text)}</is></c>`)
}

const isBlank = (byte: number) => byte <= 0x20 || byte === 0xa0 || byte === 0x80

/** Where nothing needs care, the bytes as they are. */
const writeText: WriteCell = (from, start, end, marks, to) => {
  const first = from[start]!
  let plain = (marks & special.xml) === 0 && end - start <= charactersOfCell
  if (marks & special.underscore) plain &&= !from.toString('latin1', start, end).includes('_x')
  if (!plain || first === 0x27 || first === 0x3d || first <= 0x20 || isBlank(from[end - 1]!)) {
    to.all(inline(textOf(from, start, end, marks)))
    return
  }
  to.all(textStart)
  to.part(from, start, end)
  to.all(valueEnd)
}

/** How the cells of each column are written. */
export function createCellWriters(
  columns: readonly ExportColumn[],
  texts: SharedTexts,
  timezone: string,
): WriteCell[] {
  const localClock = createLocalClock(timezone)
  const days = forDays((day) => String(day + epoch))
  return columns.map(({ kind, say, repeats }): WriteCell => {
    if (say || repeats)
      return remembering((stored) => {
        const text = say ? say(stored) : stored
        const place = texts.placeOf(text)
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
