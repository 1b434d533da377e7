import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { safeCell, unsafeCell } from '../files/safe-cell.ts'
import { openTable } from '../imports/files/open-table.ts'
import { formulasIn, spreadsheetRows } from '../testing/spreadsheet-cells.ts'
import { day, type ExportColumn, list, number, text, time } from './export-column.ts'
import { readCopied } from './read-copied.ts'
import { unlessIdle } from './send-export.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'
import { writeWorkbook } from './write-workbook.ts'
import { writeXlsx } from './write-xlsx.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-exports-'))
})
afterAll(() => rm(folder, { recursive: true }))

const none = sql`null`

/** Encodes rows as COPY does. */
function copied(rows: readonly (readonly string[])[]): Buffer {
  const escaped = (cell: string) =>
    cell.replace(/[\\\t\n\r]/g, (sign) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[sign]!)
  return Buffer.from(rows.map((row) => `${row.map(escaped).join('\t')}\n`).join(''))
}

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const options = { timezone: 'Europe/Oslo', bom: false, sheet: 'Rows' }

async function csvOf(columns: ExportColumn[], bytes: Buffer, size = bytes.length): Promise<string> {
  const taken = { rows: 0, complete: false }
  const pieces = await Array.fromAsync(writeCsv(columns, readCopied(inPieces(bytes, size)), taken, options))
  return Buffer.concat(pieces).toString()
}

async function sheetsOf(columns: ExportColumn[], bytes: Buffer, rowsOfSheet = 1_048_576) {
  const taken = { rows: 0, complete: false }
  const file = writeXlsx(columns, readCopied(inPieces(bytes, bytes.length)), taken, {
    ...options,
    rowsOfSheet,
  })
  const path = join(folder, `${crypto.randomUUID()}.xlsx`)
  await writeFile(path, Buffer.concat(await Array.fromAsync(file)))
  const first = await openTable(path)
  const sheets: string[][][] = []
  for (const { name } of first.sheets ?? []) {
    const rows: string[][] = []
    for await (const row of (await openTable(path, { sheet: name, headerRow: 1 })).rows())
      rows.push(row.cells)
    sheets.push(rows)
  }
  return sheets
}

const nasty = [
  'plain',
  'Zoë “Ĥ” 李 🙂',
  'a,b;c',
  'say "hi"',
  'two\nlines',
  'an\rold line end',
  'back\\slash \\N \\t',
  '<b>&amp;</b>',
  'x_x0041_y',
  ' blanks ',
  "o'clock",
  '-',
]
const formulas = [
  '=1+1',
  '+49 30',
  '-2',
  '@sum',
  '\tno sign',
  '\rno sign',
  '  =1',
  '＝1',
  '\u00a0+1',
  "'=1",
  "''-1",
]

/** Formulas for who separates by something else than commas, and the cells written of them. */
const hidden = [
  ['Ada;=1+1', "Ada;'=1+1"],
  ['Ada;=1+1;x', "Ada;'=1+1;x"],
  [';=1', ";'=1"],
  ['Ada; \u00a0-1', "Ada;' \u00a0-1"],
  ['Ada\n=1+1\nx', "Ada\n'=1+1\nx"],
  ['Ada\r\n+1', "Ada\r\n'+1"],
  ['Ada\r@x', "Ada\r'@x"],
  ['Ada\t=1', "Ada\t'=1"],
  ['Ada;＝1', "Ada;'＝1"],
  ['Ada;"=1+1;x', 'Ada;\'"=1+1;x'],
  ['Ada, B;=1+1;"x"', 'Ada, B;\'=1+1;"x"'],
  ['Ada;""=1', 'Ada;\'""=1'],
  ["Ada;'=1", "Ada;''=1"],
  ['=1;=2', "'=1;'=2"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n@x', "'\n'@x"],
  ['two;words', 'two;words'],
  ["it;'s", "it;'s"],
] as const

describe('exports', () => {
  it('write any text to CSV, however it is split into chunks', async () => {
    const rows = nasty.map((cell) => ['id', cell])
    const expected = nasty.map((cell) => {
      const safe = safeCell(cell)
      return `id,${/[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe}`
    })
    for (const size of [1, 7, 1000])
      expect(await csvOf([text('A', none), text('B', none)], copied(rows), size)).toBe(
        ['A,B', ...expected, ''].join('\r\n'),
      )
  })

  it('write no cell that can become a formula, and keep each reversible', async () => {
    const lines = await csvOf([text('A', none)], copied(formulas.map((cell) => [cell])))
    for (const cell of formulas) {
      expect(safeCell(cell)).toBe(`'${cell}`)
      expect(unsafeCell(safeCell(cell))).toBe(cell)
      expect(lines).toContain(`'${cell}`)
    }
    for (const cell of nasty) expect(unsafeCell(safeCell(cell))).toBe(cell)
  })

  it('write no cell of which a part becomes a formula for who separates by semicolons or tabs', async () => {
    const columns = [text('A', none), text('B', none), text('C', none)]
    for (const [cell, written] of hidden) {
      expect(safeCell(cell)).toBe(written)
      expect(unsafeCell(written)).toBe(cell)
      const quoted = /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written
      const csv = await csvOf(columns, copied([[cell, cell, cell]]))
      expect(csv).toBe(`A,B,C\r\n${quoted},${quoted},${quoted}\r\n`)
      expect(spreadsheetRows(csv, ',')[1]).toEqual([written, written, written])
      expect(formulasIn(csv)).toEqual([])
    }
  })

  it('write nothing that becomes a formula in whatever order signs, quotes and separators come', async () => {
    const signs = ['=', '-', '"', "'", ';', '\t', '\n', '\r', ',', ' ', 'x']
    const orders = signs.flatMap((a) =>
      signs.flatMap((b) => signs.flatMap((c) => signs.map((d) => a + b + c + d))),
    )
    const rows = orders.map((order, index) => [`${order}=1`, orders.at(-index)!, `x;${order}=1`])
    const csv = await csvOf([text('A', none), text('B', none), text('C', none)], copied(rows))
    expect(formulasIn(csv)).toEqual([])
    const [, ...shown] = spreadsheetRows(csv, ',')
    expect(shown.map((row) => row.map(unsafeCell))).toEqual(rows)
  })

  it('guard a phone number in CSV, and leave it as it is in a workbook, where text is no formula', async () => {
    const phone = '+1 303-555-0142'
    const columns = [text('Phone', none), { ...text('Formatted', none), format: (stored: string) => stored }]
    expect(await csvOf(columns, copied([[phone, phone]]))).toContain(`'${phone},'${phone}\r\n`)
    expect((await sheetsOf(columns, copied([[phone, phone]])))[0]).toEqual([[phone, phone]])
  })

  it('write any text to a workbook', async () => {
    const cells = [...nasty, "x;'=1", "x\n'-1", ...formulas.filter((cell) => !/^['\s]/.test(cell)), '="x"']
    const [rows] = await sheetsOf(
      [text('A', none), text('B', none)],
      copied(cells.map((cell) => ['id', cell])),
    )
    expect(rows!.map(([, cell]) => unsafeCell(cell!).trim())).toEqual(cells.map((cell) => cell.trim()))
  })

  it('show times in the timezone, even in the night of a clock change', async () => {
    const instants = [
      '2026-03-28 23:30',
      '2026-03-29 00:59',
      '2026-03-29 01:00',
      '2026-10-25 00:59',
      '2026-10-25 01:00',
    ]
    const rows = instants.map((at) => [`${at}:00.123+00`, `${at}:00+00`])
    const columns = [time('At', none), day('Day', none)]
    const shown = [
      '2026-03-29 00:30',
      '2026-03-29 01:59',
      '2026-03-29 03:00',
      '2026-10-25 02:59',
      '2026-10-25 02:00',
    ]
    const lines = (await csvOf(columns, copied(rows))).split('\r\n').slice(1, -1)
    expect(lines).toEqual(shown.map((at) => `${at},${at.slice(0, 10)}`))
    const [cells] = await sheetsOf(columns, copied(rows))
    expect(cells!).toEqual(shown.map((at) => [`${at.replace(' ', 'T')}:00`, at.slice(0, 10)]))
  })

  it('write lists with commas, and as JSON when commas would split an item', async () => {
    const rows = copied([
      ['{}'],
      ['{night,"two words"}'],
      ['{"a, b","say \\"hi\\"",c}'],
      ['{"NULL","back\\\\slash"}'],
    ])
    const shown = ['', 'night, two words', '["a, b","say \\"hi\\"","c"]', 'NULL, back\\slash']
    const [cells] = await sheetsOf(
      [text('A', none), list('B', none)],
      Buffer.from(rows.toString().replace(/^/gm, 'id\t').slice(0, -3)),
    )
    expect(cells!.map(([, cell]) => cell)).toEqual(shown)
  })

  it('write JSON that programs can read, however the rows are split into chunks', async () => {
    const columns = [text('A', none), number('B', none), time('C', none)]
    const rows = copied(nasty.map((cell, index) => [cell, String(index), '2026-03-28 23:30:00.5+00']))
    const bytes = Buffer.concat([rows, Buffer.from('\\N\t\\N\t\\N\n')])
    const stored = nasty.map((a, b) => ({ a, b, c: '2026-03-28T23:30:00.500Z' }))
    for (const size of [7, 1000]) {
      const progress = { rows: 0, complete: false }
      const source = readCopied(inPieces(bytes, size))
      const file = await Array.fromAsync(writeJson(['a', 'b', 'c'], columns, source, progress))
      expect(JSON.parse(Buffer.concat(file).toString())).toEqual([...stored, { a: null, b: null, c: null }])
      expect(progress.rows).toBe(nasty.length + 1)
    }
  })

  it('leave cells without a value empty', async () => {
    const bytes = Buffer.from('\\N\t1\t\\N\n')
    const columns = [text('A', none), number('B', none), time('C', none)]
    expect(await csvOf(columns, bytes)).toBe('A,B,C\r\n,1,\r\n')
    expect(await sheetsOf(columns, bytes)).toEqual([[['', '1', '']]])
  })

  it('write no header that can become a formula, as custom fields have names of their own', async () => {
    expect(await csvOf([text('=1+1', none), text('Name', none)], copied([['a', 'b']]))).toBe(
      "'=1+1,Name\r\na,b\r\n",
    )
  })

  it('say that they are complete only once the last row was read', async () => {
    const taken = { rows: 0, complete: false }
    const rows = unlessIdle(readCopied(inPieces(copied([['a'], ['b']]), 2)), taken, () => {})
    await rows.next()
    expect(taken.complete).toBe(false)
    while (!(await rows.next()).done);
    expect(taken.complete).toBe(true)
  })

  it('are no workbook in an email when they are larger than it may be', async () => {
    const source = { copyOut: async () => Readable.from([copied([['a'], ['b']])]) }
    const rows = { clearSelect: () => rows, select: () => rows }
    const book = { name: 'Rows', columns: [text('A', none)], rows, timezone: 'Europe/Oslo' }
    const written = (maxBytes: number) =>
      writeWorkbook(source as never, { ...book, maxBytes } as unknown as Parameters<typeof writeWorkbook>[1])
    const whole = await written(1_000_000)
    expect(whole!.length).toBeGreaterThan(0)
    expect((await written(whole!.length))?.length).toBe(whole!.length)
    expect(await written(whole!.length - 1)).toBeNull()
  })

  it('continue on another sheet when one is full', async () => {
    const rows = copied(['1', '2', '3', '4'].map((cell) => [cell]))
    const columns = [number('A', none)]
    expect(await sheetsOf(columns, rows, 3)).toEqual([
      [['1'], ['2']],
      [['3'], ['4']],
    ])
    expect(await sheetsOf(columns, rows, 4)).toEqual([[['1'], ['2'], ['3']], [['4']]])
  })
})
