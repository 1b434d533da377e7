import { listImportRows } from '@muster/contract/import-rows.ts'
import { undoImport } from '@muster/contract/import-undo.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { buildWorkbook } from './files/fixtures/build-workbook.ts'
import { addNamedPosition, importNow, preview, suggestedMapping, upload } from './fixtures/import-kit.ts'
import { runUndo } from './undo/run-undo.ts'

let server: TestServer
let user: TestUser
let positionId: string

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

function people() {
  return server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', user.workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .selectAll()
    .execute()
}

/** A worksheet with errors as the spreadsheet program stores them. */
function workbookOf(rows: string[][], merged: string[] = []): Buffer {
  const cellOf = (text: string, at: string) => {
    if (text === '') return ''
    if (text.startsWith('#')) return `<c r="${at}" t="e"><f>X1</f><v>${text}</v></c>`
    return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  }
  const lines = rows.map((cells, row) => {
    const filled = cells.map((text, column) => cellOf(text, `${'ABCDEFG'[column]}${row + 1}`))
    return `<row r="${row + 1}">${filled.join('')}</row>`
  })
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const xml = `<sheetData>${lines.join('')}</sheetData><mergeCells>${merges}</mergeCells>`
  return buildWorkbook([{ name: 'People', xml }])
}

/** Takes a file through everything that a person does with it, with all suggestions accepted. */
async function importWhole(content: string | Buffer) {
  user = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  positionId = (await addNamedPosition(server, user.workspaceId, 'Nurse')).id
  await addNamedPosition(server, user.workspaceId, 'Cook')
  const { status, body: analysis } = await upload(server, user, content)
  expect([status, analysis]).toEqual([201, expect.anything()])
  const settings = { mapping: suggestedMapping(analysis), positionId }
  const seen = (await preview(server, user, analysis.id, settings)).body
  const ended = await importNow(server, user, analysis.id, settings)
  // What the preview says is what becomes of the file.
  expect([ended.created, ended.conflicts, ended.invalid, ended.lostRows, ended.losses]).toEqual([
    seen.counts.create,
    seen.counts.conflict,
    seen.counts.invalid,
    seen.lostRows,
    seen.losses,
  ])
  const lost = await server.call(listImportRows, {
    as: user,
    params: { id: analysis.id },
    query: { result: 'lost' },
  })
  const made = await people()
  await server.call(undoImport, { as: user, params: { id: analysis.id } })
  await runUndo(server.services, { workspaceId: user.workspaceId, importId: analysis.id })
  expect(await people()).toEqual([])
  return { analysis, seen, ended, made, lost: lost.body.items.map(({ row, message }) => [row, message]) }
}

describe('a whole import, undone in the end,', () => {
  it('fills cells that are merged over rows, and takes the next person for none of the one above', async () => {
    const { analysis, made, ended } = await importWhole(
      workbookOf(
        [
          ['Applicants of May'],
          ['Position', 'Source', 'Name', 'Email', 'Phone'],
          ['Nurse', 'Indeed', 'Ann Able', 'ann@example.com', '(312) 555-0148'],
          ['', '', 'Ben Brown', 'ben@example.com', '(312) 555-0149'],
          ['Cook', '', 'Dan Dole', 'shared@example.com', '(312) 555-0150'],
          ['', '', 'Eve East', '', '(312) 555-0151'],
        ],
        ['A1:E1', 'A3:A4', 'B3:B4', 'A5:A6', 'D5:D6'],
      ),
    )
    expect([analysis.headerRow, analysis.rowCount]).toEqual([2, 4])
    expect(analysis.values.position?.map(({ value, count }) => [value, count])).toEqual([
      ['Nurse', 2],
      ['Cook', 2],
    ])
    // A merged e-mail is that of two people, which a person decides.
    expect(ended).toMatchObject({ created: 3, conflicts: 1, cases: {} })
    expect(made.map(({ name, email }) => [name, email])).toEqual([
      ['Ann Able', 'ann@example.com'],
      ['Ben Brown', 'ben@example.com'],
      ['Dan Dole', 'shared@example.com'],
    ])
  })

  it('says which values a workbook lost to errors, and takes rows of formulas that found nothing for blank', async () => {
    const none = ['#N/A', '#N/A', '#N/A', '#N/A', '#N/A']
    const { analysis, seen, made, lost } = await importWhole(
      workbookOf([
        ['Name', 'Email', 'Phone', 'Application date', 'City'],
        ['Ann Able', 'ann@example.com', '#N/A', '2024-03-05', '#REF!'],
        ['Ben Brown', '#VALUE!', '(312) 555-0149', '#NAME?', 'Chicago'],
        ['Cas Cole', 'cas@example.com', '(312) 555-0150', '2024-03-07', 'Chicago'],
        none,
        none,
      ]),
    )
    expect(analysis.rowCount).toBe(3)
    expect(lost).toEqual([
      [2, 'City: “#REF!” is treated as empty'],
      [3, 'Email: “#VALUE!” is treated as empty. Application date: “#NAME?” is treated as empty.'],
    ])
    expect(seen.rows[0]!.cells.map(({ stored }) => stored)).toEqual([
      'Ann Able',
      'ann@example.com',
      null,
      '2024-03-05T00:00:00.000Z',
      null,
    ])
    expect(made.map(({ name, email, phone, location }) => [name, email, phone, location])).toEqual([
      ['Ann Able', 'ann@example.com', null, null],
      ['Ben Brown', null, '+13125550149', 'Chicago'],
      ['Cas Cole', 'cas@example.com', '+13125550150', 'Chicago'],
    ])
  })

  it('parts cells by semicolons where each row has decimal commas and some rows are ragged', async () => {
    const { analysis, made, ended } = await importWhole(
      [
        'Name;E-Mail;Gehaltswunsch;Telefon;Notizen',
        'Anna Öttl;anna@example.com;45.000,50;0171 2345678;gut; sehr gut',
        'Bernd Maß;bernd@example.com;48.000,00 €;0172 2345678',
        'Cora Nau;cora@example.com;52,5;"0173 2345678";"sagt ""ja"""',
        'Dora Ohm;dora@example.com;1.234,56;0174 2345678;',
        '',
      ].join('\n'),
    )
    expect([analysis.delimiter, analysis.headerRow, analysis.rowCount]).toEqual([';', 1, 4])
    expect(ended).toMatchObject({ created: 4, raggedRows: 2 })
    expect(made.map(({ name, phone, notes }) => [name, phone, notes])).toEqual([
      ['Anna Öttl', '+491712345678', 'gut'],
      ['Bernd Maß', '+491722345678', null],
      ['Cora Nau', '+491732345678', 'sagt "ja"'],
      ['Dora Ohm', '+491742345678', null],
    ])
  })

  it('leaves out what stands above and below a table, and says so', async () => {
    const { analysis, made, ended } = await importWhole(
      [
        'Greenline Staffing GmbH;;;',
        'Stand 03.05.2024, erstellt von Ida;;;',
        ';;;',
        'Bewerber;;Kontakt;',
        'Vorname;Nachname;E-Mail;Telefon',
        'Anna;Öttl;anna@example.com;0171 2345678',
        'Bernd;Maß;bernd@example.com;0172 2345678',
        ';;;',
        'Summe: 2;;;',
        'Vertraulich - nicht weitergeben;;;',
        '',
      ].join('\n'),
    )
    expect(analysis.headerRow).toBe(5)
    expect(analysis.leftOutRows.map(({ row }) => row)).toEqual([9, 10])
    expect(ended).toMatchObject({ created: 2, leftOut: 2 })
    expect(made.map(({ name }) => name)).toEqual(['Anna Öttl', 'Bernd Maß'])
  })

  it('reads phones as they are written, and says which it could not', async () => {
    const { made, lost } = await importWhole(
      [
        'Name,Email,Mobile,Country',
        'Ann Able,ann@example.com,447911123456,UK',
        'Ben Brown,ben@example.com,4.47911E+11,UK',
        'Cas Cole,cas@example.com,0044 7911 123457,UK',
        'Eve East,eve@example.com,+44 (0)7911 123459,UK',
        'Gus Gray,gus@example.com,07911 123461 / 07911 123462,UK',
        'Jan Jork,jan@example.com,not reachable,UK',
        'Kim Kay,kim@example.com,+1 312 555 0148,US',
        '',
      ].join('\n'),
    )
    expect(made.map(({ phone }) => phone)).toEqual([
      '+447911123456',
      null,
      '+447911123457',
      '+447911123459',
      '+447911123461',
      null,
      '+13125550148',
    ])
    expect(lost.map(([row]) => row)).toEqual([3, 6, 7])
  })

  it('keeps names and e-mails free of the marks of right-to-left text', async () => {
    const { made, ended } = await importWhole(
      [
        'שם מלא,דוא"ל,טלפון,עיר',
        'דנה כהן,dana@example.com,\u200e+972 52-765-4321\u200e,תל אביב',
        '\u200fמשה לוי\u200f,\u200emoshe@example.com,\u202a+٩٧٢ ٥٢ ٧٦٥ ٤٣٢٢\u202c,ירושלים',
        '',
      ].join('\n'),
    )
    expect(ended).toMatchObject({ created: 2, lostRows: 0 })
    expect(made.map(({ name, email, phone }) => [name, email, phone])).toEqual([
      ['דנה כהן', 'dana@example.com', '+972527654321'],
      ['משה לוי', 'moshe@example.com', '+972527654322'],
    ])
  })
})

describe('a file of two encodings', () => {
  it('is refused with the line, rather than imported with wrong letters', async () => {
    const admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const content = Buffer.concat([
      Buffer.from('Name,Email\nZoë Åström,zoe@example.com\n'),
      Buffer.from('José Núñez,jose@example.com\n', 'latin1'),
      Buffer.from('Łukasz Żak,lukasz@example.com\n'),
    ])
    const { status, body } = await upload(server, admin, content)
    expect([status, body]).toMatchObject([422, { message: expect.stringContaining('Line 3') }])
  })
})
