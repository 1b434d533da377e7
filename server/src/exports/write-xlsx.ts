import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Bytes } from './bytes.ts'
import type { ExportColumn, Taken } from './export-column.ts'
import { writeRows } from './read-copied.ts'
import { createSharedTexts } from './shared-texts.ts'
import { createCellWriters, textElement } from './xlsx-cells.ts'
import { styles, workbookParts } from './xlsx-parts.ts'

/** As many as a sheet holds, its header included; what is more goes on in another sheet. */
const mostRowsOfSheet = 1_048_576
/** The quickest: tighter ones take three times as long for a file that is a tenth smaller. */
const compressionLevel = 1

const rowStart = Buffer.from('<row>')
const noCell = Buffer.from('<c/>')
const rowEnd = Buffer.from('</row>')

function sheetStart(columns: readonly ExportColumn[]): string {
  const widths = columns
    .map(({ width = 20 }, index) => {
      const at = index + 1
      return `<col min="${at}" max="${at}" width="${width}" customWidth="1"/>`
    })
    .join('')
  const headers = columns
    .map(({ header }) => `<c s="${styles.header}" t="inlineStr"><is>${textElement(header)}</is></c>`)
    .join('')
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row>${headers}</row>`
}

/** A sheet of two columns that says what the rows are. */
export interface AboutSheet {
  title: string
  lines: readonly (readonly [string, string])[]
}

function aboutSheet({ lines }: AboutSheet): Buffer {
  const cell = (text: string, style: number) =>
    `<c s="${style}" t="inlineStr"><is>${textElement(text)}</is></c>`
  const rows = lines.map(
    ([label, text]) => `<row>${cell(label, styles.header)}${cell(text, styles.plain)}</row>`,
  )
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="1" max="1" width="26" customWidth="1"/><col min="2" max="2" width="110" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`)
}

/**
 * The rows as a workbook, as it is being made: a frozen header, and cells that are text, numbers, days and times.
 * At any time some hundreds of rows are in memory, and the few thousand texts that come again and again.
 */
export function writeXlsx(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<Buffer>,
  taken: Taken,
  options: { sheet: string; timezone: string; rowsOfSheet?: number; about?: AboutSheet | undefined },
): Readable {
  const { sheet: title, timezone, rowsOfSheet = mostRowsOfSheet, about } = options
  const texts = createSharedTexts()
  const shape = {
    cells: createCellWriters(columns, texts, timezone),
    begin: (to: Bytes) => to.all(rowStart),
    none: noCell,
    end: rowEnd,
  }
  const source = rows[Symbol.asyncIterator]()
  let waiting: Buffer = Buffer.alloc(0)

  /** Whether there are more rows; those at hand are in `waiting`. */
  async function more(): Promise<boolean> {
    if (waiting.length > 0) return true
    const { value, done } = await source.next()
    if (!done) waiting = value
    return !done
  }

  async function* writeSheet(): AsyncGenerator<Buffer> {
    yield Buffer.from(sheetStart(columns))
    for (let left = rowsOfSheet - 1; (await more()) && left > 0; ) {
      const to = new Bytes(waiting.length * 2)
      const written = writeRows(waiting, 0, left, shape, to)
      waiting = waiting.subarray(written.at)
      left -= written.rows
      taken.rows += written.rows
      yield to.taken()
    }
    yield Buffer.from('</sheetData></worksheet>')
  }

  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)

  function addSheet(number: number) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${number}.xml`, { compressionLevel }, (give) => {
      const sheet = Readable.from(writeSheet(), { objectMode: false, highWaterMark: 65_536 })
      // Nobody waits for it any more: let go of the rows.
      output.once('close', () => sheet.destroy())
      sheet.once('error', fail)
      sheet.once('end', () => {
        if (waiting.length > 0) addSheet(number + 1)
        else finish(number)
      })
      give(null, sheet)
    })
  }
  function finish(sheets: number) {
    const shared = [...texts.all()].map((text) => `<si>${textElement(text)}</si>`).join('')
    if (about) zip.addBuffer(aboutSheet(about), `xl/worksheets/sheet${sheets + 1}.xml`)
    for (const { path, content } of workbookParts(title, sheets, shared, about?.title))
      zip.addBuffer(content, path)
    zip.end()
  }
  addSheet(1)
  output.once('close', () => void source.return?.())
  return output
}
