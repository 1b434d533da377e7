import { downloadRaggedRows, listImportRows } from '@muster/contract/import-rows.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { buildWorkbook } from './files/fixtures/build-workbook.ts'
import {
  addNamedPosition,
  download,
  importNow,
  preview,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'

let server: TestServer
let user: TestUser
let positionId: string

beforeAll(async () => {
  server = await startTestServer()
  user = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  positionId = (await addNamedPosition(server, user.workspaceId, 'Nurse')).id
})

afterAll(() => server?.stop())

async function previewOf(content: string | Buffer) {
  const { body: analysis } = await upload(server, user, content)
  const settings = { mapping: suggestedMapping(analysis), positionId }
  const ask = async (reason?: string) =>
    (await preview(server, user, analysis.id, { ...settings, ...(reason ? { reason } : {}) })).body
  return { analysis, settings, ask }
}

/** An import without anything odd. */
async function importEven() {
  const { analysis, settings } = await previewOf('Name,Email\nHal Hill,hal@example.com\n')
  return importNow(server, user, analysis.id, settings)
}

const countOf = (reasons: { code: string; count: number }[], code: string) =>
  reasons.find((reason) => reason.code === code)?.count ?? 0

describe('rows with missing or extra cells', () => {
  const rows = [
    'Ann Able,ann@example.com,(312) 555-0148,Chicago',
    'Ben Brown,ben@example.com,(312) 555-0149,Chicago',
    'Cas Cole,cas@example.com',
    'Dan Dole,Jr.,dan@example.com,(312) 555-0150,Chicago',
    'Eve, East,eve@example.com,(312) 555-0151,',
    'Fay Farr,fay@example.com,(312) 555-0152,Chicago',
    'Gus Gray,gus@example.com,(312) 555-0153,Chicago',
  ]

  it('are counted and listed in the preview', async () => {
    const { ask } = await previewOf(`Name,Email,Phone,City\n${rows.join('\n')}\n`)
    const { reasons } = await ask()
    expect(countOf(reasons, 'missing_cells')).toBe(1)
    expect(countOf(reasons, 'extra_cells')).toBe(2)
    expect((await ask('extra_cells')).rows.map(({ row }) => row)).toEqual([5, 6])
    const [short] = (await ask('missing_cells')).rows
    expect(short).toMatchObject({ row: 4 })
    expect(short!.problems.map(({ message }) => message)).toContain(
      'This row has 2 fewer cells than the header. Its values may be in the wrong columns.',
    )
  })

  it('are counted, listed and downloadable after the import, whatever became of them', async () => {
    const workspace = (await server.addWorkspace()).workspaceId
    const recruiter = await server.addUser(workspace, 'recruiter')
    const nurse = await addNamedPosition(server, workspace, 'Nurse')
    const content = `Name,Email,Phone,City\n${[...rows, ',,'].join('\n')}\nNobody at all,,,,,x\n`
    const { body: analysis } = await upload(server, recruiter, content)
    const ended = await importNow(server, recruiter, analysis.id, {
      mapping: suggestedMapping(analysis),
      positionId: nurse.id,
    })
    expect(ended).toMatchObject({ raggedRows: 4, created: 8, raggedUrl: expect.any(String) })

    const list = await server.call(listImportRows, {
      as: recruiter,
      params: { id: ended.id },
      query: { result: 'ragged' },
    })
    expect(list.body.total).toEqual({ value: 4, atLeast: false })
    expect(list.body.items.map(({ row, message, name }) => [row, message, name])).toEqual([
      [4, 'This row has 2 fewer cells than the header. Its values may be in the wrong columns.', 'Cas Cole'],
      [5, 'This row has 1 more cell than the header. Its values may be in the wrong columns.', 'Dan Dole'],
      [6, 'This row has 1 more cell than the header. Its values may be in the wrong columns.', 'Eve'],
      [
        10,
        'This row has 2 more cells than the header. Its values may be in the wrong columns.',
        'Nobody at all',
      ],
    ])
    expect(
      (await download(server, recruiter, downloadRaggedRows, { id: ended.id })).text.trim().split('\r\n'),
    ).toEqual([
      'Name,Email,Phone,City,,,row_number,cell_count,header_cell_count',
      'Cas Cole,cas@example.com,,,,,4,2,4',
      'Dan Dole,Jr.,dan@example.com,(312) 555-0150,Chicago,,5,5,4',
      'Eve, East,eve@example.com,(312) 555-0151,,,6,5,4',
      'Nobody at all,,,,,x,10,6,4',
    ])
  })

  it('are none in the result of an even file', async () => {
    const ended = await importEven()
    expect(ended).toMatchObject({ raggedRows: 0, raggedUrl: null })
  })

  it('are told to nobody of another workspace and to nobody who may not import', async () => {
    const ended = await importEven()
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    const viewer = await server.addUser(user.workspaceId, 'viewer')
    expect((await download(server, stranger, downloadRaggedRows, { id: ended.id })).status).toBe(404)
    expect((await download(server, viewer, downloadRaggedRows, { id: ended.id })).status).toBe(403)
    expect((await download(server, user, downloadRaggedRows, { id: ended.id })).status).toBe(200)
    const query = { result: 'ragged' } as const
    const asked = await server.call(listImportRows, { as: stranger, params: { id: ended.id }, query })
    expect(asked.status).toBe(404)
    const audit = await server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', user.workspaceId)
      .where('action', '=', 'import.ragged_exported')
      .select(['user_id', 'subject_id'])
      .execute()
    expect(audit).toEqual([{ user_id: user.id, subject_id: ended.id }])
  })

  it('are not mapped by the columns of their own report', async () => {
    const report = `Name,Email,row_number,cell_count,header_cell_count\nZoe Zimmer,zoe@example.com,4,2,4\n`
    const { analysis } = await previewOf(report)
    expect(analysis.columns.map(({ suggestion }) => suggestion.field)).toEqual([
      'fullName',
      'email',
      null,
      null,
      null,
    ])
  })

  it('are not those of a program that ends each row with a delimiter, or leaves out blank cells', async () => {
    const people = ['Ann Able', 'Ben Brown', 'Cas Cole'].map((name, n) => `${name},a${n}@example.com`)
    for (const end of [',,', '']) {
      const { ask } = await previewOf(`Name,Email,Notes\n${people.map((line) => `${line}${end}\n`).join('')}`)
      const { reasons } = await ask()
      expect(countOf(reasons, 'missing_cells') + countOf(reasons, 'extra_cells')).toBe(0)
    }
  })
})

describe('an unlikely date of an application', () => {
  it('is warned of before 1950 and refused in the future, with its count and rows', async () => {
    const content =
      'Name,Email,Applied\nAnn,ann@example.com,1949-12-31\nBen,ben@example.com,1950-01-01\nCas,cas@example.com,1930-05-05\nDan,dan@example.com,'
    const nextYear = `${new Date().getFullYear() + 1}-06-01\n`
    const { ask } = await previewOf(content + nextYear)
    const { reasons } = await ask()
    expect(reasons).toContainEqual(
      expect.objectContaining({ code: 'early_date', severity: 'warning', count: 2 }),
    )
    expect((await ask('early_date')).rows.map(({ row }) => row)).toEqual([2, 4])
    expect((await ask('future_date')).rows.map(({ row }) => row)).toEqual([5])
  })
})

describe('a workbook with formulas that have no stored value', () => {
  const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
  const headers = ['Name', 'Email', 'Phone', 'Status', 'Tags', 'Do not call']
  const header = `<row r="1">${headers.map((name, n) => text(`${'ABCDEF'[n]}1`, name)).join('')}</row>`
  const first = `<row r="2">${text('A2', 'Ann Able')}${text('B2', 'ann@example.com')}<c r="C2"><f>D2</f></c><c r="D2"><f>A1</f><v/></c><c r="E2"><f>A1</f></c><c r="F2"><f>A1</f></c></row>`
  const second = `<row r="3"><c r="A3"><f>Sheet2!A3</f></c><c r="B3"><f>Sheet2!B3</f></c></row>`
  const workbook = buildWorkbook([
    { name: 'People', xml: `<sheetData>${header}${first}${second}</sheetData>` },
  ])

  it('names each cell instead of reading it as empty', async () => {
    const { settings, analysis, ask } = await previewOf(workbook)
    expect(analysis.values.status).toEqual([])
    const { reasons, rows } = await ask()
    expect(countOf(reasons, 'formula_without_value')).toBe(2)
    const messages = rows.map(({ problems }) => problems.map(({ message }) => message).join(' '))
    for (const place of ['C2', 'D2', 'E2', 'F2'])
      expect(messages[0]).toContain(`Cell ${place} contains a formula without a saved value.`)
    expect(messages[1]).toContain('Cell A3 contains a formula')
    expect(rows[1]!.result).toBe('invalid')
    const ended = await importNow(server, user, analysis.id, settings)
    expect(ended).toMatchObject({ created: 1, invalid: 1 })
  })
})
