import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { collect } from './fixtures/collect.ts'
import { useFiles } from './fixtures/write-file.ts'
import { type OpenTableOptions, openTable } from './open-table.ts'
import type { LeftOutReason, Row, Table } from './table.ts'

const write = useFiles()

async function open(content: string | Buffer, encoding?: string, options?: OpenTableOptions): Promise<Table> {
  return openTable(await write(content, encoding), options)
}

async function rowsOf(table: Table, after?: number): Promise<Row[]> {
  return collect(table.rows({ after }))
}

async function leftOut(table: Table): Promise<[number, LeftOutReason][]> {
  const found: [number, LeftOutReason][] = []
  await collect(table.rows({ onLeftOut: ({ number }, reason) => found.push([number, reason]) }))
  return found
}

const headersOf = (table: Table) => table.columns.map(({ header }) => header)

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const people = 'Name,E-mail\nAnna Novák,anna@example.com\nBjörn Åberg,bjorn@example.com\n'

describe('openTable on encodings', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'reads %s without a mark',
    async (encoding) => {
      const table = await open(people, encoding)
      expect(table.encoding).toBe(encoding)
      expect((await rowsOf(table))[1]?.cells).toEqual(['Björn Åberg', 'bjorn@example.com'])
    },
  )

  it.each([
    ['utf-8', 'utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', 'utf-16le', [0xff, 0xfe]],
    ['utf-16be', 'utf-16be', [0xfe, 0xff]],
    ['utf-32le', 'utf-32le', [0xff, 0xfe, 0, 0]],
  ])('reads %s with a mark, which is not glued to the first header', async (_, encoding, mark) => {
    const table = await open(`\ufeff${people}`, encoding)
    expect(mark.length).toBeGreaterThan(1)
    expect(table.encoding).toBe(encoding)
    expect(headersOf(table)).toEqual(['Name', 'E-mail'])
    expect(await rowsOf(table)).toHaveLength(2)
  })

  it('finds an accent far below the first thousands of lines', async () => {
    const lines = Array.from({ length: 120_000 }, (_, index) => `Person ${index},p${index}@example.com`)
    const table = await open(`Name,E-mail\n${lines.join('\n')}\nRenée Lefèvre,renee@example.com\n`, 'win1252')
    expect(table.encoding).toBe('windows-1252')
    const [last] = await rowsOf(table, 120_001)
    expect(last?.cells[0]).toBe('Renée Lefèvre')
  })

  it('refuses a mark of UTF-8 over bytes of another encoding and names the line', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from('Name\nAnna\nRen\xe9\n', 'latin1'),
    ])
    await expect(open(bytes)).rejects.toMatchObject({
      code: 'encoding',
      message: expect.stringContaining('line 3'),
    })
  })

  it('refuses a mark of UTF-16 over one-byte characters', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('Name,E-mail\nAnna,anna@example.com\n'),
    ])
    await expect(open(bytes)).rejects.toMatchObject({ code: 'encoding' })
  })

  it('refuses UTF-8 with a few foreign bytes instead of reading either wrong', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Name\nAndré\nRenée\nZoë\nJürgen\nÅsa\n'),
      Buffer.from('Ren\xe9\n', 'latin1'),
    ])
    await expect(open(bytes)).rejects.toMatchObject({
      code: 'encoding',
      message: expect.stringContaining('line 7'),
    })
  })

  it.each<[what: string, bytes: Buffer]>([
    [
      'bytes in the other order than the mark says',
      Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(people)]),
    ],
    ['a mark of UTF-8 over UTF-16', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf16(people)])],
    ['UTF-16 that breaks off', Buffer.concat([utf16(`\ufeff${people}`), Buffer.from('\n')])],
    [
      'a mark of GB18030 over UTF-8',
      Buffer.concat([Buffer.from([0x84, 0x31, 0x95, 0x33]), Buffer.from(people)]),
    ],
    [
      'a line of UTF-8 in a file that is not',
      Buffer.concat([Buffer.from('Name\nRen\xe9\nZo\xeb\n', 'latin1'), Buffer.from('Åsa\n')]),
    ],
    ['an encoding of e-mails', Buffer.from('Name,E-mail\n\x1b$B;3ED\x1b(B,y@example.com\n')],
    [
      'bytes that make no sense',
      Buffer.from(
        Array.from({ length: 900 }, (_, index) => (index % 30 === 0 ? 10 : 128 + ((index * 7919) % 127))),
      ),
    ],
  ])('refuses %s', async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject({ code: 'encoding', message: /^[A-Z].*UTF-8\.$/ })
  })

  it('takes the encoding a person names', async () => {
    const table = await open('Имя,Город\nИван,Омск\n', 'koi8-r', { encoding: 'koi8-r' })
    expect(headersOf(table)).toEqual(['Имя', 'Город'])
    await expect(open(people, 'utf-8', { encoding: 'klingon' })).rejects.toMatchObject({ code: 'encoding' })
  })
})

describe('openTable on delimited text', () => {
  it.each([',', ';', '\t', '|', '^', '~'])('finds the delimiter %j', async (delimiter) => {
    const lines = [
      ['Name', 'E-mail', 'Address'],
      ['Anna', 'anna@example.com', 'Main Street 5, Boston'],
      ['Bo', 'bo@example.com', 'Elm Street 7, Bonn'],
    ]
    const quoted = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell)
    const table = await open(lines.map((cells) => cells.map(quoted).join(delimiter)).join('\n'))
    expect(table.delimiter).toBe(delimiter)
    expect(table.format).toBe(delimiter === '\t' ? 'tsv' : 'csv')
    expect((await rowsOf(table))[1]?.cells).toEqual(lines[2])
  })

  it.each(['\u0001', '\u0014', '\u001e', '¦', ':', '#', '§', '•', '@@', '~|~', '|~|', '::', ' | ', '%'])(
    'finds the unusual delimiter %j',
    async (delimiter) => {
      const lines = ['Name,E-mail,City', 'Anna Novak,anna@example.com,Bonn', 'Bo Berg,bo@example.com,Kiel']
      const table = await open(lines.map((line) => line.replaceAll(',', delimiter)).join('\n'))
      const rows = await rowsOf(table)
      expect(rows.map(({ cells }) => cells.map((cell) => cell.trim()))).toEqual([
        ['Anna Novak', 'anna@example.com', 'Bonn'],
        ['Bo Berg', 'bo@example.com', 'Kiel'],
      ])
    },
  )

  it.each<[what: string, text: string]>([
    [
      'lines quoted as a whole',
      '"Name,E-mail,Notes"\n"Anna,anna@example.com,""a, b"""\n"Bo,bo@example.com,c"\n',
    ],
    [
      'lines quoted as a whole below the header',
      'Name,E-mail,Notes\n"Anna,anna@example.com,""a, b"""\n"Bo,bo@example.com,c"\n',
    ],
    [
      'blanks before quotes',
      'Name, E-mail, Notes\n"Anna", "anna@example.com", "a, b"\n"Bo", "bo@example.com", "c"\n',
    ],
    [
      'blanks behind quotes',
      '"Name" ,"E-mail" ,"Notes" \n"Anna" ,"anna@example.com" ,"a, b" \n"Bo" ,"bo@example.com" ,"c" \n',
    ],
    [
      'single quotes',
      `'Name','E-mail','Notes'\n'Anna','anna@example.com','a, b'\n'Bo','bo@example.com','c'\n`,
    ],
    [
      'bars around',
      '|Name|E-mail|Notes|\n|---|---|---|\n|Anna|anna@example.com|a, b|\n|Bo|bo@example.com|c|\n',
    ],
    [
      'a frame',
      '+-----+-----+\n| Name | E-mail | Notes |\n+-----+-----+\n| Anna | anna@example.com | a, b |\n| Bo | bo@example.com | c |\n+-----+-----+\n',
    ],
    [
      'a declaration of another delimiter',
      'sep=;\nName,E-mail,Notes\nAnna,anna@example.com,"a, b"\nBo,bo@example.com,c\n',
    ],
    [
      'a declaration in capitals',
      'SEP=;\nName;E-mail;Notes\nAnna;anna@example.com;a, b\nBo;bo@example.com;c\n',
    ],
  ])('reads %s', async (_, text) => {
    const table = await open(text)
    const cells = (await rowsOf(table)).map((row) => row.cells.map((cell) => cell.trim()).filter(Boolean))
    expect(headersOf(table).filter((header) => !header.startsWith('Column'))).toEqual([
      'Name',
      'E-mail',
      'Notes',
    ])
    expect(cells).toEqual([
      ['Anna', 'anna@example.com', 'a, b'],
      ['Bo', 'bo@example.com', 'c'],
    ])
  })

  it('reads quotes behind backslashes', async () => {
    const table = await open('Name,Notes\nAnna,"said \\"yes, please\\" twice"\nBo,x\n')
    expect((await rowsOf(table))[0]?.cells).toEqual(['Anna', 'said "yes, please" twice'])
  })

  it('restores UTF-8 that was taken for windows-1252 and saved again', async () => {
    const twice = Buffer.from('Name,City\nHélène Dupré,Nîmes\nBo,Kiel\n').toString('latin1')
    expect((await rowsOf(await open(twice)))[0]?.cells).toEqual(['Hélène Dupré', 'Nîmes'])
    expect((await rowsOf(await open('Name,City\nÃngela,Bonn\nRenée,Kiel\n')))[0]?.cells[0]).toBe('Ãngela')
  })

  it('refuses a quote that takes the rows below into one cell', async () => {
    const text = 'Name,E-mail,Notes\nAnna,a@x.org,"open\nBo,b@x.org,y\nCy,c@x.org,z\nDi,d@x.org,"closed"\n'
    await expect(open(text).then(rowsOf)).rejects.toMatchObject({
      code: 'unclosed_quote',
      message: expect.stringContaining('row 2'),
    })
  })

  it('leaves lines of prose in a cell alone, whatever commas they have', async () => {
    const table = await open(
      'Name,E-mail,Notes\nAnna,a@x.org,"First\nshe, like me, agreed\nand left"\nBo,b@x.org,y\n',
    )
    expect(await rowsOf(table)).toHaveLength(2)
  })

  it('finds a doubled bar', async () => {
    expect((await open('Name||E-mail\nAnna||anna@example.com\n')).delimiter).toBe('||')
  })

  it('obeys a first line that names the delimiter', async () => {
    const table = await open('sep=;\nName;Notes\nAnna;a, b, c\nBo;d, e, f\n')
    expect(headersOf(table)).toEqual(['Name', 'Notes'])
    expect(table.headerRow).toBe(2)
  })

  it('keeps one column of "last, first" names whole', async () => {
    const table = await open('Name\nMuller, Marie\nDupont, Jean\n')
    expect(headersOf(table)).toEqual(['Name'])
    expect((await rowsOf(table))[0]?.cells).toEqual(['Muller, Marie'])
  })

  it('reads mixed line ends, quoted line breaks and doubled quotes, and counts rows rather than lines', async () => {
    const table = await open('Name,Notes\r\nAnna,"said ""yes""\r\nand left"\nBo,5" screen\rCy,end')
    expect(await rowsOf(table)).toEqual([
      { number: 2, cells: ['Anna', 'said "yes"\r\nand left'] },
      { number: 3, cells: ['Bo', '5" screen'] },
      { number: 4, cells: ['Cy', 'end'] },
    ])
  })

  it('fills short rows and skips blank ones without losing count', async () => {
    const table = await open('Name,City,E-mail\nAnna\n\n,,\nBo,Bonn,bo@example.com\n')
    expect(await rowsOf(table)).toEqual([
      { number: 2, cells: ['Anna', '', ''], ragged: { cells: 1, header: 3 } },
      { number: 5, cells: ['Bo', 'Bonn', 'bo@example.com'] },
    ])
  })

  it('gives cells beyond the header a column, and keeps them where they come too late for one', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `P${index},p${index}@x.org`).join('\n')
    const early = await open(`Name,E-mail\nAnna,anna@example.com,extra\n${lines}\n`)
    expect(headersOf(early)).toEqual(['Name', 'E-mail', 'Column 3'])
    const late = await open(`Name,E-mail\n${lines}\nAnna,anna@example.com,extra\n`)
    expect(headersOf(late)).toEqual(['Name', 'E-mail'])
    expect((await rowsOf(late, 201))[0]?.cells).toEqual(['Anna', 'anna@example.com', 'extra'])
  })

  it('gives repeated and empty headers names of their own', async () => {
    const table = await open('Name,Skills,Skills,,Skills (2)\nAnna,a,b,c,d\n')
    expect(headersOf(table)).toEqual(['Name', 'Skills', 'Skills (2)', 'Column 4', 'Skills (2) (2)'])
  })

  it('can be read again and from after a row', async () => {
    const table = await open(
      `Name,E-mail\n${Array.from({ length: 50 }, (_, index) => `P${index},p${index}@x.org`).join('\n')}`,
    )
    const all = await rowsOf(table)
    expect(all).toHaveLength(50)
    expect(await rowsOf(table)).toEqual(all)
    expect(await rowsOf(table, 40)).toEqual(all.filter(({ number }) => number > 40))
  })

  it('says where a quote is never closed', async () => {
    await expect(open('Name,City\nAnna,Bonn\nBo,"Berlin\nCy,Kiel\n').then(rowsOf)).rejects.toMatchObject({
      code: 'unclosed_quote',
      message: 'A quotation mark opened in row 3 is never closed.',
    })
  })

  it('hands out every row above a quote that is never closed, however slowly they are taken', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => `Person ${n},p${n}@x.org`)
    const table = await open(`Name,E-mail\n${rows.join('\n')}\n"Bo,bo@x.org\n`)
    const numbers: number[] = []
    const readSlowly = async () => {
      for await (const { number } of table.rows()) {
        numbers.push(number)
        await setImmediate()
      }
    }
    await expect(readSlowly()).rejects.toThrow('A quotation mark opened in row 202 is never closed.')
    expect(numbers).toHaveLength(200)
  })
})

describe('openTable on headers', () => {
  it('finds the header under a preamble', async () => {
    const table = await open(
      'Export of candidates\n"Made for you, with care, on Monday"\n\nFirst Name,Last Name,Phone\nAnna,Novak,+420 601 123 456\n',
    )
    expect(table.headerRow).toBe(4)
    expect(headersOf(table)).toEqual(['First Name', 'Last Name', 'Phone'])
    expect(await rowsOf(table)).toHaveLength(1)
  })

  it('takes a first row of data for data, even when a later row lacks what tells', async () => {
    const table = await open(
      'Anna,anna@example.com,Bonn\nBo,bo@example.com,Kiel\nCy,,Ulm\nDi,di@example.com,Hof\n',
    )
    expect(table.headerRow).toBe(0)
    expect(headersOf(table)).toEqual(['Column 1', 'Column 2', 'Column 3'])
    expect(await rowsOf(table)).toHaveLength(4)
  })

  it('takes a first row of names for data', async () => {
    expect((await open('Marie Muller,Paris,Nurse\nJohn Smith,Rome,Driver\n')).headerRow).toBe(0)
  })

  it('joins a header of two rows', async () => {
    const table = await open(
      'Name,Contact,,Status\n,E-mail,Phone,\nAnna,anna@example.com,030 123456,New\nBo,bo@example.com,030 654321,New\n',
    )
    expect(headersOf(table)).toEqual(['Name', 'Contact E-mail', 'Contact Phone', 'Status'])
    expect((await rowsOf(table)).map(({ number }) => number)).toEqual([3, 4])
  })

  it('names repeated columns after the group above them', async () => {
    const table = await open(',Home,,Work,\nName,City,Phone,City,Phone\nAnna,Bonn,1234567,Ulm,7654321\n')
    expect(headersOf(table)).toEqual(['Name', 'Home City', 'Home Phone', 'Work City', 'Work Phone'])
  })

  it('passes over names for programs and over a legend', async () => {
    const twice = await open(
      'first_name,last_name,email\nFirst Name,Last Name,E-mail address\nAnna,Novak,a@x.org\nBo,Berg,b@x.org\n',
    )
    expect(headersOf(twice)).toEqual(['First Name', 'Last Name', 'E-mail address'])
    expect(await rowsOf(twice)).toHaveLength(2)
    const legend = await open(
      'Name,E-mail,Start\n(text),(text),(date)\nAnna,a@x.org,2024-12-31\nBo,b@x.org,2024-12-30\n',
    )
    expect(headersOf(legend)).toEqual(['Name', 'E-mail', 'Start'])
    expect(await rowsOf(legend)).toHaveLength(2)
  })

  it('finds a header far down', async () => {
    const preamble = Array.from({ length: 39 }, (_, index) => `Line ${index} of the report`).join('\n')
    expect((await open(`${preamble}\n${people}`)).headerRow).toBe(40)
  })

  it('reads as many columns as a worksheet has, and refuses more', async () => {
    const wide = (columns: number) => `Name${',x'.repeat(columns - 1)}\nAnna${',y'.repeat(columns - 1)}\n`
    expect((await open(wide(16_384))).columns).toHaveLength(16_384)
    await expect(open(wide(20_000))).rejects.toMatchObject({ code: 'too_many_columns' })
  })

  it('takes the header row a person chooses, or none', async () => {
    const text = 'a,b\nc,d\ne,f\n'
    const chosen = await open(text, 'utf-8', { headerRow: 2 })
    expect(headersOf(chosen)).toEqual(['c', 'd'])
    expect((await rowsOf(chosen)).map(({ cells }) => cells)).toEqual([['e', 'f']])
    expect(await rowsOf(await open(text, 'utf-8', { headerRow: 0 }))).toHaveLength(3)
  })

  it('finds a header in other alphabets', async () => {
    expect((await open('姓名,手机,邮箱\n王小明,13800138000,w@example.com\n')).headerRow).toBe(1)
    expect(
      (await open('Отчёт\nФИО;Телефон;Почта\nИванов Иван;+79161234567;i@example.com\n', 'win1251')).headerRow,
    ).toBe(2)
  })
})

describe('openTable on rows that are not data', () => {
  const rows =
    'Name,E-mail,City,Age\nAnna,anna@example.com,Bonn,30\nBo,bo@example.com,Kiel,31\nCy,cy@example.com,Ulm,32\n'

  it('leaves out totals and notes below the table, and tells', async () => {
    const table = await open(`${rows}Total: 3,,,\n,,,\nGenerated by the old system,,,\n`)
    expect(await rowsOf(table)).toHaveLength(3)
    expect(await leftOut(table)).toEqual([
      [5, 'below_table'],
      [7, 'below_table'],
    ])
  })

  it.each([
    'Page 1 of 3',
    '-- end of report --',
    '*** END OF FILE ***',
    '(3 rows)',
    'Record count: 3',
    'Filtered by: open jobs',
    '3 rows selected.',
    'Confidential - do not pass on',
    'Anzahl Datensätze: 3',
    'Stand: 31.12.2024',
    'Seite 1 von 1',
    'Exporté le 31/12/2024',
    'Nombre de lignes : 3',
    'Fin del informe',
    'Total de registros: 3',
    'Итого: 3',
    'Конец отчёта',
    '合计',
    '第 1 页 共 1 页',
  ])('leaves out the note %j', async (note) => {
    const table = await open(`${rows}${note}\n`)
    expect(await rowsOf(table)).toHaveLength(3)
    expect(await leftOut(table)).toEqual([[5, 'below_table']])
  })

  it('leaves out the ends of pages and groups inside the table', async () => {
    const more =
      'Page 1 of 2\nname,E-MAIL, City,Age\nDi,di@example.com,Hof,33\nSubtotal Hof,,1,\nEd,ed@example.com,Ulm,34\n'
    const table = await open(`${rows}${more}`)
    expect((await rowsOf(table)).map(({ cells }) => cells[0])).toEqual(['Anna', 'Bo', 'Cy', 'Di', 'Ed'])
    expect(await leftOut(table)).toEqual([
      [5, 'below_table'],
      [6, 'header_again'],
      [8, 'below_table'],
    ])
  })

  it('leaves out notes scattered over columns of numbers', async () => {
    const table = await open(`${rows}some,,,\n,,,more notes\n,,,here\n`)
    expect(await rowsOf(table)).toHaveLength(3)
  })

  it('keeps a last person of whom little is known', async () => {
    for (const last of [',dana@example.com,,', 'Dana Patel,,,', ',,,']) {
      const table = await open(`${rows}${last}\n`)
      expect(await rowsOf(table)).toHaveLength(last === ',,,' ? 3 : 4)
      expect(await leftOut(table)).toEqual([])
    }
  })

  const wide =
    'Name,E-mail,City,Age,Employer,Title,Notes\n' +
    ['Anna', 'Bo', 'Cy', 'Di']
      .map((name, n) => `${name},${name}@example.com,Bonn,3${n},Acme,Driver,ok\n`)
      .join('')

  it.each([
    ['none for an email', 'Dana Patel,none,,,,,', 'Eli Moss,,,,,,'],
    ['a word for a missing email in German', 'Dana Patel,keine Angabe,,,,,', 'Eli Moss,,,,,,'],
    ['a remark for an email', 'Dana Patel,ask Maria,,,,,', 'Eli Moss,,,,,,'],
    ['an age in words', 'Dana Patel,,,thirty,,,', 'Eli Moss,,,,,,'],
    ['an email beside a word for a total', 'Total,dana@example.com,,,,,', 'Eli Moss,,,,,,'],
    ['as many cells as usual', 'Count Orlok,none,Bonn,old,Castle,Earl,unknown', 'Eli Moss,,,,,,'],
    ['a name that begins like a total', 'Summer Jones,,Bonn,,,,', 'Suma Reddy,,,,,,'],
    ['a name of many words below a blank row', '\nMaria del Carmen Lopez de la Cruz,,,,,,', 'Eli Moss,,,,,,'],
  ])('keeps a person with %s, and the people after them', async (_, first, second) => {
    const table = await open(`${wide}${first}\n${second}\n`)
    expect(await leftOut(table)).toEqual([])
    expect(await rowsOf(table)).toHaveLength(6)
  })

  it('keeps people who are known by a phone or a profile only', async () => {
    const phones =
      'Name,Phone,Profile,City,Age,Notes\n' +
      ['Anna', 'Bo', 'Cy', 'Di']
        .map((name, n) => `${name},312555010${n},linkedin.com/in/${name},Bonn,3${n},ok\n`)
        .join('')
    const table = await open(
      `${phones},3125550199,,,,\n,,linkedin.com/in/eli,,,\nTotal,,,,4,\nFay Wu,,,,n/a,\n,030 1234567,,,,\n`,
    )
    expect((await rowsOf(table)).map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 9, 10])
    expect(await leftOut(table)).toEqual([[8, 'below_table']])
  })

  it('leaves out a note among the last people, and only the note', async () => {
    const table = await open(
      `${wide}Total: 4,,,,,,\nDana Patel,,,,,,\nfor internal use,,,,,,\nEli Moss,eli@example.com,,,,,\n`,
    )
    expect((await rowsOf(table)).map(({ cells }) => cells[0])).toEqual([
      'Anna',
      'Bo',
      'Cy',
      'Di',
      'Dana Patel',
      'Eli Moss',
    ])
    expect(await leftOut(table)).toEqual([
      [6, 'below_table'],
      [8, 'below_table'],
    ])
  })

  it('leaves out the header where it is repeated', async () => {
    const table = await open(`${rows}Name,E-mail,City,Age\nDi,di@example.com,Hof,33\n`)
    expect(await rowsOf(table)).toHaveLength(4)
    expect(await leftOut(table)).toEqual([[5, 'header_again']])
  })

  it('is left out with the title of the next table above it, but never a person', async () => {
    const two = (title: string) =>
      `Name,Email,Phone,Stage\nAl Ba,al@example.com,1,Applied\n\n${title}\nName,Email,Phone,Stage\nCy De,cy@example.com,2,Applied\n`
    const rowsLeftOut = async (title: string) => leftOut(await open(two(title)))
    expect(await rowsLeftOut('Team South,,,')).toEqual([
      [4, 'header_again'],
      [5, 'header_again'],
    ])
    expect(await rowsLeftOut(',bo@example.com,,')).toEqual([[5, 'header_again']])
  })
})

describe('openTable on files that are no tables', () => {
  const compound = (stream: string) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from(stream, 'utf16le'),
      Buffer.alloc(600),
    ])

  it.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'empty'],
    ['blank lines', '\n\n  \n', 'no_rows'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'not_a_table'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not_a_table'],
    ['a web page called .xls', '\ufeff<html><table><tr><td>Name</td></tr></table></html>', 'not_a_table'],
    ['an XML spreadsheet', '<?xml version="1.0"?><Workbook></Workbook>', 'not_a_table'],
    ['a web page under a remark', '<!-- made by x -->\n<html><table></table></html>', 'not_a_table'],
    ['a web archive', 'MIME-Version: 1.0\nX-Document-Type: Workbook\n\n<html></html>', 'not_a_table'],
    ['JSON', '[{"name": "Anna"}]', 'not_a_table'],
    ['more than a million line breaks', `Name\n${'\n'.repeat(1_048_577)}Anna\n`, 'no_rows'],
    ['more than a million rows of delimiters', `Name,City\nAnna,Oslo\n${',\n'.repeat(1_048_577)}`, 'no_rows'],
    ['YAML', '- name: Anna\n  email: a@x.org\n- name: Bo\n  email: b@x.org\n', 'not_a_table'],
    [
      'columns of blanks',
      'Name   E-mail     City\nAnna   a@x.org    Bonn\nBo     b@x.org    Kiel\n',
      'not_a_table',
    ],
    ['address cards', 'BEGIN:VCARD\nFN:Anna\nEND:VCARD', 'not_a_table'],
    ['an old workbook', compound('Workbook'), 'old_excel'],
    ['a protected workbook', compound('EncryptedPackage'), 'password_protected'],
    ['an old letter', compound('WordDocument'), 'not_a_table'],
    ['zero bytes', Buffer.from('Name,City\nAn\0na,Bonn\n'), 'binary'],
    ['noise', Buffer.from(Array.from({ length: 2000 }, (_, index) => ((index * 7919) % 253) + 1)), 'binary'],
  ])('refuses %s', async (_, content, code) => {
    await expect(open(content)).rejects.toMatchObject({
      name: 'ImportFileError',
      code,
      message: /^[A-Z].*\.$/,
    })
  })

  it('is not misled by letters that are magic numbers of other files', async () => {
    expect(headersOf(await open('BM,MZ\n1,2\n'))).toEqual(['BM', 'MZ'])
  })
})
