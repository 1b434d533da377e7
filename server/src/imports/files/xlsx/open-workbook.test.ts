import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildWorkbook, sheetOf, zip } from '../fixtures/build-workbook.ts'
import { collect } from '../fixtures/collect.ts'
import { useFiles } from '../fixtures/write-file.ts'
import { openTable } from '../open-table.ts'
import type { Table } from '../table.ts'

const write = useFiles()

async function open(content: Buffer, options?: { sheet?: string; headerRow?: number }): Promise<Table> {
  return openTable(await write(content), options)
}

async function cellsOf(table: Table): Promise<string[][]> {
  return (await collect(table.rows())).map(({ cells }) => cells)
}

/** One header and one row with the cell at hand. */
async function readCell(
  cell: string,
  shared: Parameters<typeof buildWorkbook>[1] = {},
): Promise<string | undefined> {
  const header = '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Value</v></c></row>'
  const xml = `<sheetData>${header}<row r="2"><c r="A2" t="str"><v>Anna</v></c>${cell}</row></sheetData>`
  return (await cellsOf(await open(buildWorkbook([{ name: 'Sheet', xml }], shared))))[0]?.[1]
}

const styles = `<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="165" formatCode="00000"/>
  <numFmt numFmtId="166" formatCode="&quot;Tag&quot; 0.0"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`

describe('openTable on cells of a workbook', () => {
  it.each([
    ['a shared string with formatted runs, without its reading aid', '<c t="s"><v>1</v></c>', 'Ōsaka office'],
    ['an inline string', '<c t="inlineStr"><is><t xml:space="preserve"> a &amp; b </t></is></c>', ' a & b '],
    ['an escaped control character', '<c t="str"><v>a_x000A_b</v></c>', 'a\nb'],
    ['the cached value of a formula', '<c t="str"><f>A2&amp;"!"</f><v>Anna!</v></c>', 'Anna!'],
    ['a formula without a stored value by its place', '<c><f>A2</f></c>', '#FORMULA!B2'],
    ['a formula with a blank value', '<c><f>A2</f><v></v></c>', '#FORMULA!B2'],
    ['a shared formula without a stored value', '<c><f t="shared" si="0"/></c>', '#FORMULA!B2'],
    ['the empty text that a formula gave', '<c t="str"><f>""</f><v></v></c>', ''],
    ['a number without binary noise', '<c><v>0.30000000000000004</v></c>', '0.3'],
    ['a phone as a number', '<c><v>4.9170123456E10</v></c>', '49170123456'],
    ['a boolean', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['an error as it is shown', '<c t="e"><v>#REF!</v></c>', '#REF!'],
    ['a date by a built-in format', '<c s="1"><v>41763</v></c>', '2014-05-04'],
    ['a date with a time by a written format', '<c s="2"><v>45080.5</v></c>', '2023-06-03T12:00:00'],
    ['a time alone', '<c s="2"><v>0.75</v></c>', '18:00:00'],
    ['an ISO date', '<c t="d"><v>2023-06-03T00:00:00.000</v></c>', '2023-06-03'],
    ['a postal code padded by its format', '<c s="3"><v>4699</v></c>', '04699'],
    ['a number whose format only quotes letters of dates', '<c s="4"><v>41763</v></c>', '41763'],
  ])('reads %s', async (_, cell, expected) => {
    const strings =
      '<si><t>x</t></si><si><r><t>Ōsaka</t></r><r><rPr/><t xml:space="preserve"> office</t></r><rPh sb="0"><t>オオサカ</t></rPh></si>'
    expect(await readCell(cell.replace('<c', '<c r="B2"'), { strings, styles })).toBe(expected)
  })

  it('counts serials without a format from 1904 too, beside dates that have one', async () => {
    const cells = ['<c r="B2" s="1"><v>41763</v></c>', '<c r="B3"><v>41763</v></c>']
    const xml = `<sheetData><row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Applied</v></c></row>${cells.map((cell, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="str"><v>Anna</v></c>${cell}</row>`).join('')}</sheetData>`
    const table = await open(buildWorkbook([{ name: 'Sheet', xml }], { styles, workbookPr: 'date1904="1"' }))
    expect(await cellsOf(table)).toEqual([
      ['Anna', '2018-05-05'],
      ['Anna', '2018-05-05'],
    ])
  })

  it('reads past characters that XML does not allow', async () => {
    expect(await readCell('<c r="B2" t="str"><v>a\u000bb</v></c>')).toBe('ab')
  })

  it('counts from 1904 where the workbook does, whatever an extension repeats', async () => {
    const workbookPr = 'date1904="1"/><extLst><x14:workbookPr defaultImageDpi="0"/></extLst><calcPr'
    expect(await readCell('<c r="B2" s="1"><v>41763</v></c>', { styles, workbookPr })).toBe('2018-05-05')
  })
})

describe('openTable on worksheets', () => {
  const people = sheetOf([
    ['First name', 'Last name', 'Skills', 'Skills'],
    ['Anna', 'Novak', 'Java', 'SQL'],
    ['Bo', 'Berg', 'Go', ''],
  ])
  const companies = sheetOf([
    ['Company', 'City'],
    ['Acme', 'Bonn'],
  ])

  it('proposes the sheet that looks like people and lists all', async () => {
    const table = await open(
      buildWorkbook([
        { name: 'Companies', xml: companies },
        { name: 'People', xml: people },
      ]),
    )
    expect(table).toMatchObject({ format: 'xlsx', encoding: null, delimiter: null, sheet: 'People' })
    expect(table.sheets).toEqual([
      { name: 'Companies', rows: 1 },
      { name: 'People', rows: 2 },
    ])
    expect(table.columns.map(({ header }) => header)).toEqual([
      'First name',
      'Last name',
      'Skills',
      'Skills (2)',
    ])
  })

  it('opens the sheet a person chooses', async () => {
    const workbook = buildWorkbook([
      { name: 'People', xml: people },
      { name: 'Companies', xml: companies },
    ])
    expect(await cellsOf(await open(workbook, { sheet: 'Companies' }))).toEqual([['Acme', 'Bonn']])
    await expect(open(workbook, { sheet: 'Nobody' })).rejects.toMatchObject({ code: 'no_such_sheet' })
  })

  it('does not propose a hidden sheet', async () => {
    const workbook = buildWorkbook([
      { name: 'Old', xml: people, state: 'hidden' },
      { name: 'Companies', xml: companies },
    ])
    expect((await open(workbook)).sheet).toBe('Companies')
  })

  it('puts a value merged over rows into each of them, but not across columns', async () => {
    const xml = `${sheetOf([
      ['Company', 'Name', 'City'],
      ['Acme', 'Anna', 'Bonn'],
      ['', 'Bo', ''],
      ['Other', 'Cy', 'Kiel'],
    ])}<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="B4:C4"/></mergeCells>`
    expect(await cellsOf(await open(buildWorkbook([{ name: 'Sheet', xml }])))).toEqual([
      ['Acme', 'Anna', 'Bonn'],
      ['Acme', 'Bo', ''],
      ['Other', 'Cy', 'Kiel'],
    ])
  })

  it('keeps the numbers of rows and the places of cells, and skips rows of mere formatting', async () => {
    const cell = (reference: string, text: string) => `<c r="${reference}" t="str"><v>${text}</v></c>`
    const xml = `<sheetData><row r="3">${cell('B3', 'Name')}${cell('C3', 'City')}</row><row r="4"><c r="B4" s="1"/></row>
      <row r="7">${cell('C7', 'Bonn')}${cell('B7', 'Anna')}</row></sheetData>`
    const table = await open(buildWorkbook([{ name: 'Sheet', xml }]))
    expect(table.headerRow).toBe(3)
    expect(await collect(table.rows())).toEqual([{ number: 7, cells: ['', 'Anna', 'Bonn'] }])
  })

  it('reads elements with a namespace prefix', async () => {
    const xml =
      '<x:sheetData><x:row><x:c t="str"><x:v>Name</x:v></x:c></x:row><x:row><x:c t="str"><x:v>Anna</x:v></x:c></x:row></x:sheetData>'
    const table = await open(buildWorkbook([{ name: 'Sheet', xml }]))
    expect(table.sheets).toEqual([{ name: 'Sheet', rows: 1 }])
    expect(await cellsOf(table)).toEqual([['Anna']])
  })

  it('reads strings that no longer fit into memory', { timeout: 60_000 }, async () => {
    const count = 4_000
    const filler = () => randomBytes(4_500).toString('base64')
    const strings = Array.from({ length: count }, (_, index) => `<si><t>${index} ${filler()}</t></si>`)
    const rows = Array.from(
      { length: count },
      (_, index) => `<row><c t="str"><v>Person ${index}</v></c><c t="s"><v>${index}</v></c></row>`,
    )
    const xml = `<sheetData><row><c t="str"><v>Name</v></c><c t="str"><v>Notes</v></c></row>${rows.join('')}</sheetData>`
    const workbook = buildWorkbook([{ name: 'Sheet', xml }], { strings: strings.join('') })
    const all = await cellsOf(await open(workbook))
    expect(all).toHaveLength(count)
    expect(all.every(([, note], index) => note?.startsWith(`${index} `))).toBe(true)
  })
})

describe('openTable on workbooks that cost more than they hold', () => {
  const people = sheetOf([
    ['Name', 'Value'],
    ['Ida', '7'],
  ])

  it('reads a worksheet once, however many sheets name it', async () => {
    const sheets = Array.from({ length: 500 }, (_, index) => ({ name: `Sheet ${index}`, xml: people }))
    const links = sheets.map(
      (_, index) =>
        `<Relationship Id="rId${index + 1}" Type="x/worksheet" Target="worksheets/${index % 2 ? 'SHEET' : 'sheet'}1.xml"/>`,
    )
    const list = sheets.map(({ name }, index) => `<sheet name="${name}" r:id="rId${index + 1}"/>`)
    const workbook = zip([
      ['[Content_Types].xml', Buffer.from('<Types/>')],
      ['xl/workbook.xml', Buffer.from(`<workbook><sheets>${list.join('')}</sheets></workbook>`)],
      ['xl/_rels/workbook.xml.rels', Buffer.from(`<Relationships>${links.join('')}</Relationships>`)],
      ['xl/worksheets/sheet1.xml', Buffer.from(`<worksheet>${people}</worksheet>`)],
    ])
    expect((await open(workbook)).sheets).toEqual([{ name: 'Sheet 0', rows: 1 }])
  })

  it('reads a number format once, however many cells have it', async () => {
    const code = '[Red]0.00_);\\(0.00\\)'.repeat(40)
    const manyFormats = `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(450_000)}</cellXfs>`
    const table = await open(buildWorkbook([{ name: 'Sheet', xml: people }], { styles: manyFormats }))
    expect(await cellsOf(table)).toEqual([['Ida', '7']])
  })

  it('takes a number format of a million characters for none', async () => {
    const xml = people.replace('<c t="inlineStr"><is><t>7</t></is></c>', '<c s="0"><v>41763</v></c>')
    const long = `<numFmts><numFmt numFmtId="164" formatCode="${'d'.repeat(1_000_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`
    const table = await open(buildWorkbook([{ name: 'Sheet', xml }], { styles: long }))
    expect(await cellsOf(table)).toEqual([['Ida', '41763']])
  })
})

describe('openTable on archives that are refused', () => {
  const empty = buildWorkbook([{ name: 'Sheet', xml: '<sheetData/>' }])
  const nulls = Buffer.alloc(60 * 1024 * 1024)

  it.each<[string, Buffer, string]>([
    [
      'a bomb, before unpacking it',
      zip([
        ['[Content_Types].xml', Buffer.from('')],
        ['xl/workbook.xml', nulls],
      ]),
      'unsafe_archive',
    ],
    [
      'thousands of parts',
      zip(Array.from({ length: 10_001 }, (_, index) => [`xl/${index}.xml`, Buffer.alloc(0)])),
      'unsafe_archive',
    ],
    ['a cut archive', empty.subarray(0, empty.length - 200), 'broken'],
    [
      'a document type',
      buildWorkbook([{ name: 'Sheet', xml: '<sheetData/>' }], { strings: '<!DOCTYPE a [<!ENTITY b "c">]>' }),
      'broken',
    ],
    [
      'tags nested without end',
      buildWorkbook([
        { name: 'Sheet', xml: `${sheetOf([['Name'], ['Ida']])}${'<a>'.repeat(300)}${'</a>'.repeat(300)}` },
      ]),
      'broken',
    ],
    [
      'a text in a million pieces',
      buildWorkbook([{ name: 'Sheet', xml: sheetOf([['Name'], ['Ida']]) }], {
        strings: `<si>${`<r><t>${'long '.repeat(1_000)}</t></r>`.repeat(250)}</si>`,
      }),
      'broken',
    ],
    [
      'a part with too many elements',
      buildWorkbook([{ name: 'Sheet', xml: sheetOf([['Name'], ['Ida']]) }], {
        styles: `<cellXfs>${'<xf/>'.repeat(500_001)}</cellXfs>`,
      }),
      'broken',
    ],
    ['XML that breaks off', buildWorkbook([{ name: 'Sheet', xml: '<sheetData><row><c>' }]), 'broken'],
    [
      'a letter',
      zip([
        ['[Content_Types].xml', Buffer.from('')],
        ['word/document.xml', Buffer.from('')],
      ]),
      'not_a_table',
    ],
    ['a protected archive', zip([['people.csv', Buffer.from('a')]], 1), 'password_protected'],
    ['any other archive', zip([['people.csv', Buffer.from('a')]]), 'not_a_table'],
    ['a workbook without rows', empty, 'no_rows'],
  ])('refuses %s', async (_, content, code) => {
    await expect(open(content)).rejects.toMatchObject({ name: 'ImportFileError', code, message: /\.$/ })
  })
})
