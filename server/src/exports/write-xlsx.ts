import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportColumn, ExportRows } from './export-column.ts'
import { createLocalTime } from './local-time.ts'
import { cellName, escapeXml, styles, workbookParts } from './xlsx-parts.ts'

/** As many as a sheet holds, its header included; what is more goes on in another sheet. */
const rowsOfSheet = 1_048_576
const charactersOfCell = 32_767
const dayLength = 86_400_000
/** Spreadsheets count days from the end of 1899. */
const epoch = Date.UTC(1899, 11, 30)

function sheetStart<Row>(columns: readonly ExportColumn<Row>[]): string {
  const widths = columns
    .map(({ width = 20 }, index) => {
      const at = index + 1
      return `<col min="${at}" max="${at}" width="${width}" customWidth="1"/>`
    })
    .join('')
  const headers = columns
    .map(({ header }, index) => textCell(`${cellName(index)}1`, header, styles.header))
    .join('')
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row r="1">${headers}</row>`
}

function textCell(at: string, text: string, style: number = styles.plain): string {
  // Text that stands in the cell itself is never taken for a formula.
  const escaped = escapeXml(text.slice(0, charactersOfCell))
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`
}

/**
 * The rows as a workbook, as it is being made: a frozen header, and cells that are text, numbers, days and times.
 * At any time some hundreds of rows are in memory.
 */
export function writeXlsx<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: ExportRows<Row>,
  options: { timezone: string; sheet: string },
): Readable {
  const localTime = createLocalTime(options.timezone)
  const source = rows[Symbol.asyncIterator]()
  let waiting: readonly Row[] = []
  let ended = false

  async function next(most: number): Promise<readonly Row[]> {
    if (waiting.length === 0 && !ended) {
      const { value, done } = await source.next()
      ended = done === true
      waiting = done ? [] : value
    }
    const some = waiting.slice(0, most)
    waiting = waiting.slice(most)
    return some
  }

  function cell({ kind, value }: ExportColumn<Row>, row: Row, at: string): string {
    const read = value(row)
    if (read === null) return ''
    if (kind === 'text') return textCell(at, String(read))
    if (kind === 'number') return `<c r="${at}"><v>${Number(read)}</v></c>`
    const days = (localTime(Date.parse(String(read))) - epoch) / dayLength
    return `<c r="${at}" s="${styles[kind]}"><v>${kind === 'day' ? Math.floor(days) : days.toFixed(6)}</v></c>`
  }

  async function* writeSheet(): AsyncGenerator<string> {
    yield sheetStart(columns)
    for (let written = 1; written < rowsOfSheet; ) {
      const some = await next(rowsOfSheet - written)
      if (some.length === 0 && ended) break
      yield some
        .map((row) => {
          written += 1
          const cells = columns.map((column, index) => cell(column, row, `${cellName(index)}${written}`))
          return `<row r="${written}">${cells.join('')}</row>`
        })
        .join('')
    }
    yield '</sheetData></worksheet>'
  }

  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)

  function addSheet(number: number) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${number}.xml`, (give) => {
      const sheet = Readable.from(writeSheet(), { objectMode: false, highWaterMark: 65_536 })
      // Nobody waits for it any more: let go of the rows.
      output.once('close', () => sheet.destroy())
      sheet.once('error', fail)
      sheet.once('end', () => {
        if (!ended || waiting.length > 0) addSheet(number + 1)
        else finish(number)
      })
      give(null, sheet)
    })
  }
  function finish(sheets: number) {
    for (const { path, content } of workbookParts(options.sheet, sheets))
      zip.addBuffer(Buffer.from(content), path)
    zip.end()
  }
  addSheet(1)
  output.once('close', () => void source.return?.())
  return output
}
