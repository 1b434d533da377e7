import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Bytes } from './bytes.ts'
import type { ExportColumn, ExportProgress } from './export-column.ts'
import { writeRows } from './read-copied.ts'
import { createSharedTexts } from './shared-texts.ts'
import { createCellWriters, textElement } from './xlsx-cells.ts'
import { styles, workbookParts } from './xlsx-parts.ts'

/** The rows of a sheet, including its header. More rows go to another sheet. */
const maxRowsPerSheet = 1_048_576
/** The fastest level: higher ones take three times as long for a file that is a tenth smaller. */
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

/** A sheet of two columns that describes the rows. */
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
 * Streams rows as a workbook with a frozen header and cells that are text, numbers, days and times. It holds some
 * hundreds of rows in memory, and the few thousand repeated texts.
 */
export function writeXlsx(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<Buffer>,
  progress: ExportProgress,
  options: { sheet: string; timezone: string; rowsOfSheet?: number; about?: AboutSheet | undefined },
): Readable {
  const { sheet: title, timezone, rowsOfSheet = maxRowsPerSheet, about } = options
  const texts = createSharedTexts()
  const shape = {
    cells: createCellWriters(columns, texts, timezone),
    begin: (to: Bytes) => to.all(rowStart),
    none: noCell,
    end: rowEnd,
  }
  const source = rows[Symbol.asyncIterator]()
  let waiting: Buffer = Buffer.alloc(0)

  /** Loads more rows into `waiting`. Returns whether there are any. */
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
      progress.rows += written.rows
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
      // The reader is gone: release the rows.
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
