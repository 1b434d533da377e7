import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxImportBytes } from '@muster/contract/import-fields.ts'
import { downloadImportErrors, listImportRows } from '@muster/contract/import-rows.ts'
import { cancelImport, getImportStatus, listImports, resumeImport } from '@muster/contract/import-status.ts'
import { analyzeImport, listImportValues } from '@muster/contract/imports.ts'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { evictSessions } from '../session/authenticate.ts'
import type { TestPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { deleteUnusedAnalyses } from './delete-unused-analyses.ts'
import { buildWorkbook, sheetOf } from './files/fixtures/build-workbook.ts'
import {
  addNamedPosition,
  download,
  execute,
  importContent,
  importNow,
  preview,
  suggestedMapping,
  upload,
  uploadPath,
} from './fixtures/import-kit.ts'
import { runImport } from './run-import.ts'

const damaged = join(import.meta.dirname, 'fixtures/applicants_damaged.csv')

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let driver: TestPosition

beforeAll(async () => {
  server = await startTestServer()
})

/** Each test has a workspace of its own: what is in one decides what an import does. */
beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Rita Recruiter' })
  driver = await addNamedPosition(server, workspaceId, 'Forklift driver')
})

afterAll(() => server?.stop())

async function people() {
  return server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .selectAll()
    .execute()
}

async function applications() {
  return server.db
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .selectAll()
    .execute()
}

async function logs(kind: string) {
  return server.db
    .selectFrom('activity_logs')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .orderBy('id')
    .selectAll()
    .execute()
}

async function storedFiles(): Promise<string[]> {
  const folder = join(server.services.config.dataDir, 'files', 'imports', workspaceId)
  return readdir(folder).catch(() => [])
}

async function errorsOf(id: string): Promise<string> {
  const { status, text } = await download(server, recruiter, downloadImportErrors, { id })
  expect(status).toBe(200)
  return text
}

describe('analyzeImport', () => {
  it('finds what columns and values mean, and keeps the file', async () => {
    const { status, body } = await uploadPath(server, recruiter, damaged)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      fileName: 'applicants_damaged.csv',
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      headerRow: 1,
      rowCount: 30,
      leftOutRows: [],
      rememberedMapping: null,
    })
    expect(body.columns[5]).toMatchObject({
      header: 'Phone Number',
      samples: ['(312)555-0100', '312-555-0101', '+1-312-555-0102'],
      suggestion: { field: 'phone' },
    })
    expect(body.values.position).toContainEqual({ value: 'Forklift driver', count: 11, match: driver.id })
    expect(body.values.position).toContainEqual({ value: 'Night nurse', count: 11, match: null })
    const statuses = Object.fromEntries(body.values.status.map(({ value, match }) => [value, match]))
    expect(statuses).toMatchObject({ Applied: 'lead', Interviewing: 'interview', Rejected: 'closed' })
    expect(await storedFiles()).toHaveLength(1)
  })

  it('refuses what is no table in one sentence and keeps nothing of it', async () => {
    const zip = Buffer.from('504b0304140000000000', 'hex')
    const answers = [
      await upload(server, recruiter, '%PDF-1.4 …', { name: 'cv.csv' }),
      await upload(server, recruiter, zip, { name: 'people.xlsx' }),
      await upload(server, recruiter, '', { name: 'empty.csv' }),
      await upload(server, recruiter, 'Name,Email\n', { name: 'header.csv' }),
      await upload(server, recruiter, 'Name,Email\n"Jane,jane@example.com\n', { name: 'quote.csv' }),
      await upload(server, recruiter, Buffer.from([0x80, 0x02, 0, 0, 1, 2, 3, 0]), { name: 'bytes.csv' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([415, 422, 422, 422, 422, 415])
    for (const { body } of answers) expect(body.message).toMatch(/^[A-Z].*\.$/)
    expect(await storedFiles()).toEqual([])
    expect(
      await server.db.selectFrom('imports').where('workspace_id', '=', workspaceId).selectAll().execute(),
    ).toEqual([])
  })

  it('refuses in the language of whoever uploads', async () => {
    const pdf = await upload(server, recruiter, '%PDF-1.4 …', { language: 'de' })
    expect(pdf.body.message).toBe(
      'Dies ist ein PDF, keine Tabelle. Öffnen Sie es in Ihrer Tabellenkalkulation und speichern Sie es als .xlsx oder CSV.',
    )
    const quote = await upload(server, recruiter, 'Name,Email\n"Jane,jane@example.com\n', { language: 'de' })
    expect(quote.body.message).toBe('Ein in Zeile 2 geöffnetes Anführungszeichen wird nie geschlossen.')
  })

  it('says why it suggests a field in the language of whoever uploads', async () => {
    const { body } = await upload(server, recruiter, 'Name,?\nJane,jane@example.com\n', { language: 'de' })
    expect(body.columns.map(({ suggestion }) => suggestion.why)).toEqual([
      '„Name“ bedeutet Vollständiger Name',
      'Die Werte sind E-Mail-Adressen',
    ])
  })

  it('refuses a file above the limit whole, rather than import its beginning', async () => {
    const mebibyte = Buffer.alloc(2 ** 20, 'Jane Doe,jane@example.com\n')
    async function* form() {
      yield Buffer.from(
        '--B\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName,Email\n',
      )
      for (let sent = 0; sent < maxImportBytes; sent += mebibyte.length) yield mebibyte
      yield Buffer.from('\r\n--B--\r\n')
    }
    const response = await fetch(server.url + addressOf(analyzeImport), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${recruiter.accessToken}`,
        'content-type': 'multipart/form-data; boundary=B',
      },
      body: form(),
      duplex: 'half',
    } as unknown as RequestInit)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('larger than 100 MB') })
    expect(await storedFiles()).toEqual([])
  })

  it('takes a workbook with characters that cannot be stored', async () => {
    const nul = '_x0000_'
    const rows = [
      ['Name', `No${nul}tes`, 'Position'],
      [`Jane${nul} Doe`, '_xD83D_half', ''],
    ]
    const workbook = buildWorkbook([{ name: 'People', xml: sheetOf(rows) }])
    const { status, body } = await upload(server, recruiter, workbook, { name: 'people.xlsx' })
    expect(status).toBe(201)
    const settings = { mapping: { 0: 'fullName', 1: 'notes', 2: 'position' } as const }
    expect(await importNow(server, recruiter, body.id, settings)).toMatchObject({ invalid: 1 })
    expect(await errorsOf(body.id)).toContain('Jane Doe')
  })

  it('leaves doubtful values to a person, with the number of their rows', async () => {
    await addNamedPosition(server, workspaceId, 'Night nurse')
    const { body } = await upload(
      server,
      recruiter,
      `Name,Email,Position,Status
Ann Able,a@example.com,Nurse,Never hired
Bob Bell,b@example.com,Nurse,Offer rescinded
Cy Cole,c@example.com,NIGHT NURSE,Never hired
Di Dunn,d@example.com,Night nurse lead,Hired
`,
    )
    expect(body.values.position).toEqual([
      { value: 'Nurse', count: 2, match: null },
      { value: 'NIGHT NURSE', count: 1, match: expect.any(String) },
      { value: 'Night nurse lead', count: 1, match: null },
    ])
    expect(body.values.status).toEqual([
      { value: 'Never hired', count: 2, match: null },
      { value: 'Offer rescinded', count: 1, match: null },
      { value: 'Hired', count: 1, match: 'hired' },
    ])
    const { body: found } = await preview(server, recruiter, body.id, {
      mapping: suggestedMapping(body),
      positionId: driver.id,
    })
    expect(found.rows.map(({ problems }) => problems[0]?.code)).toEqual([
      'status_unknown',
      'status_unknown',
      'status_unknown',
      // Without a date of its own the hire counts on the day of the import.
      'counts_today',
    ])
  })

  it('says which rows below the table it leaves out', async () => {
    const rows = Array.from({ length: 8 }, (_, n) => `Person ${n},p${n}@example.com,Chicago`).join('\n')
    const { body } = await upload(server, recruiter, `Name,Email,City\n${rows}\n\nTotal: 8 rows,,\n`)
    expect(body).toMatchObject({ rowCount: 8, leftOutRows: [{ row: 11, why: 'below_table' }] })
  })

  it('is refused to those who may not import', async () => {
    const viewer = await server.addUser(workspaceId, 'viewer')
    expect((await uploadPath(server, viewer, damaged)).status).toBe(403)
  })
})

describe('previewImport', () => {
  it('decides every row and writes nothing', async () => {
    await addNamedPosition(server, workspaceId, 'Night nurse')
    await addNamedPosition(server, workspaceId, 'Line cook, pastry')
    const { body } = await uploadPath(server, recruiter, damaged)
    const settings = { mapping: suggestedMapping(body) }
    const answer = await preview(server, recruiter, body.id, settings)
    expect(answer.status).toBe(200)
    expect(answer.body.counts).toEqual({ total: 30, create: 27, update: 0, skip: 1, conflict: 1, invalid: 1 })
    const row = (number: number) => answer.body.rows.find((one) => one.row === number)!
    expect(row(2)).toMatchObject({
      result: 'create',
      name: 'Amara Okafor',
      email: 'amara.okafor@example.com',
      phone: '+13125550100',
      position: 'Forklift driver',
      matchedBy: null,
      problems: [],
    })
    expect(row(28)).toMatchObject({ result: 'create', matchedBy: 'Email' })
    expect(row(28).problems.map(({ code }) => code)).toEqual(['also_in_file'])
    expect(row(29)).toMatchObject({ result: 'skip', matchedBy: 'Email' })
    expect(row(30).problems.at(-1)).toMatchObject({
      code: 'email_of_another',
      message: expect.stringContaining('“Chloe Lindqvist” in row 4, not to “Stella Quimby”'),
      severity: 'error',
    })
    expect(row(31)).toMatchObject({ result: 'invalid', name: null })
    expect([await people(), await applications()]).toEqual([[], []])

    const { body: conflicts } = await preview(server, recruiter, body.id, { ...settings, only: 'conflict' })
    expect(conflicts.counts).toEqual(answer.body.counts)
    expect(conflicts.rows.map(({ row: number }) => number)).toEqual([30])
  })

  it('agrees with what the import then does, under each policy', async () => {
    await addNamedPosition(server, workspaceId, 'Night nurse')
    const content = await readFile(damaged, 'utf8')
    for (const policy of ['skip', 'fill_blanks', 'overwrite', 'create_anyway'] as const) {
      const { body } = await upload(server, recruiter, content)
      const settings = { mapping: suggestedMapping(body), policy }
      const { counts } = (await preview(server, recruiter, body.id, settings)).body
      const ended = await importNow(server, recruiter, body.id, settings)
      expect([policy, counts]).toEqual([
        policy,
        {
          total: ended.total,
          create: ended.created,
          update: ended.updated,
          skip: ended.skipped,
          conflict: ended.conflicts,
          invalid: ended.invalid,
        },
      ])
    }
  })

  it('refuses a mapping by which nobody can be recognised, and says what is missing', async () => {
    const { body } = await upload(server, recruiter, 'Product,Price\nChair,12\nTable,90\n')
    const answer = await preview(server, recruiter, body.id, {
      mapping: { 0: 'tags' },
      positionId: driver.id,
    })
    expect(answer.status).toBe(422)
    expect(answer.body.details).toEqual({
      mapping: [expect.stringContaining('name, email, phone or profile URL')],
    })
  })

  it('refuses settings that the file or the workspace does not have', async () => {
    const { body } = await upload(server, recruiter, 'Name,Email\nJane Doe,jane@example.com\n')
    const stranger = await server.addWorkspace()
    const strange = await addNamedPosition(server, stranger.workspaceId, 'Elsewhere')
    const outsider = await server.addUser(stranger.workspaceId, 'recruiter')
    const mapping = { 0: 'fullName', 1: 'email' } as const
    const status = async (settings: object, as = recruiter) =>
      (await preview(server, as, body.id, { mapping, ...settings })).status
    expect(await status({})).toBe(200)
    expect(await status({ mapping: { 0: 'fullName', 9: 'email' } })).toBe(422)
    expect(await status({ mapping: { 0: 'fullName', 1: 'fullName' } })).toBe(422)
    expect(await status({ positionId: strange.id })).toBe(404)
    expect(await status({ values: { position: { Jane: strange.id } } })).toBe(404)
    expect(await status({ values: { position: { Jane: 'nonsense' } } })).toBe(422)
    expect(await status({ values: { owner: { Jane: outsider.id } } })).toBe(422)
    expect(await status({ values: { status: { Jane: 'asleep' } } })).toBe(422)
    expect(await status({ ownerId: outsider.id })).toBe(422)
    expect(await status({}, outsider)).toBe(404)
  })
})

describe('executeImport', () => {
  it('makes people, applications, dispositions and history of the rows', async () => {
    const nurse = await addNamedPosition(server, workspaceId, 'Night nurse')
    const { body } = await uploadPath(server, recruiter, damaged)
    const ended = await importNow(server, recruiter, body.id, {
      mapping: suggestedMapping(body),
      source: 'Job fair',
      ownerId: recruiter.id,
    })
    expect(ended).toMatchObject({
      state: 'completed',
      total: 30,
      processed: 30,
      created: 20,
      skipped: 1,
      conflicts: 0,
      invalid: 9,
      error: null,
      createdBy: { id: recruiter.id, name: 'Rita Recruiter' },
      errorsUrl: addressOf(downloadImportErrors, { id: body.id }),
    })
    const [first] = await people()
    expect(first).toMatchObject({
      name: 'Amara Okafor',
      email: 'amara.okafor@example.com',
      phone: '+13125550100',
      external_id: '5001',
      location: '100 Summer Street, Chicago, IL 60601, United States',
    })
    const made = await applications()
    expect(made).toHaveLength(20)
    expect(made[0]).toMatchObject({
      candidate_id: first!.id,
      candidate_name: 'Amara Okafor',
      candidate_search: first!.search_text,
      status_id: driver.statuses.lead,
      status_type: 'lead',
      reached: 0,
      source: 'Job fair',
      owner_id: recruiter.id,
      applied_at: '2023-06-03T00:00:00.000Z',
      import_id: body.id,
      import_row: 2,
      disposition: null,
    })
    const rejected = made.find(({ import_row }) => import_row === 6)!
    expect(rejected).toMatchObject({
      status_id: nurse.statuses.closed,
      disposition: 'rejected_by_us',
      due_at: null,
    })
    const disposition = await server.db
      .selectFrom('dispositions')
      .where('application_id', '=', rejected.id)
      .selectAll()
      .executeTakeFirst()
    expect(disposition).toMatchObject({
      kind: 'rejected_by_us',
      status_id: nurse.statuses.lead,
      decided_by: recruiter.id,
    })
    const imported = await logs('imported')
    expect(imported).toHaveLength(20)
    expect(imported[0]).toMatchObject({
      application_id: made[0]!.id,
      user_id: recruiter.id,
      to_status_id: driver.statuses.lead,
      to_type: 'lead',
      cause: 'import',
    })
    const mails = await server.db
      .selectFrom('mails')
      .where('workspace_id', '=', workspaceId)
      .selectAll()
      .execute()
    expect(mails).toEqual([])
  })

  it('puts new applications on top of their columns in the order of the file', async () => {
    const table = (names: string) =>
      `Name,Position\n${names
        .split(' ')
        .map((name) => `${name} Last,Forklift driver`)
        .join('\n')}\n`
    await importContent(server, recruiter, table('Ann Ben Cas'))
    await importContent(server, recruiter, table('Dan Eve'))
    const column = await server.db
      .selectFrom('applications')
      .where('status_id', '=', driver.statuses.lead)
      .orderBy('rank')
      .select('candidate_name')
      .execute()
    expect(column.map((row) => row.candidate_name.split(' ')[0])).toEqual(['Dan', 'Eve', 'Ann', 'Ben', 'Cas'])
  })

  it('is one import however often and however fast it is asked for', async () => {
    const { body } = await upload(server, recruiter, 'Name,Email\nJane Doe,jane@example.com\n')
    const settings = { mapping: suggestedMapping(body), positionId: driver.id }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => execute(server, recruiter, body.id, settings)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202))
    expect((await execute(server, recruiter, body.id, { ...settings, policy: 'overwrite' })).status).toBe(409)
    await Promise.all(
      Array.from({ length: 3 }, () => runImport(server.services, { workspaceId, importId: body.id })),
    )
    expect(await applications()).toHaveLength(1)
    const again = await execute(server, recruiter, body.id, settings)
    expect([again.status, again.body.state, again.body.created]).toEqual([202, 'completed', 1])
    expect((await execute(server, recruiter, body.id, { ...settings, source: 'X' })).status).toBe(409)
    expect((await preview(server, recruiter, body.id, settings)).status).toBe(409)
  })

  it('creates nothing when the same file is imported a second time', async () => {
    await addNamedPosition(server, workspaceId, 'Night nurse')
    const content = await readFile(damaged, 'utf8')
    await importContent(server, recruiter, content)
    const before = [await people(), await applications()]
    const again = await importContent(server, recruiter, content)
    expect(again).toMatchObject({
      created: 0,
      updated: 0,
      skipped: 21,
      conflicts: 0,
      invalid: 9,
      processed: 30,
    })
    expect([await people(), await applications()]).toEqual(before)
  })

  it('remembers what the columns and values of a file meant', async () => {
    const { body } = await upload(server, recruiter, 'Who,Where,Stage\nJane Doe,Night shift,Hot\n')
    await execute(server, recruiter, body.id, {
      mapping: { 0: 'fullName', 1: 'position', 2: 'status' },
      values: { position: { 'Night shift': driver.id }, status: { Hot: 'qualified' } },
    })
    const { body: next } = await upload(server, recruiter, 'stage;WHO ;where\nHot;John Roe;Night shift\n')
    expect(next.rememberedMapping).toEqual({ 0: 'status', 1: 'fullName', 2: 'position' })
    expect(next.values.position).toEqual([{ value: 'Night shift', count: 1, match: driver.id }])
    expect(next.values.status).toEqual([{ value: 'Hot', count: 1, match: 'qualified' }])
  })

  it('remembers what a value meant for files of other headers too, but not that it was left empty', async () => {
    const { body } = await upload(server, recruiter, 'Who,Where,Stage\nJane Doe,Forklift driver,Hot\n')
    await execute(server, recruiter, body.id, {
      mapping: { 0: 'fullName', 1: 'position', 2: 'status' },
      values: { position: { 'Forklift driver': null }, status: { Hot: 'qualified' } },
    })
    const { body: next } = await upload(
      server,
      recruiter,
      'Name,Position,Status\nJo Roe,Forklift driver,Hot\n',
    )
    expect(next.rememberedMapping).toBeNull()
    expect(next.values.status).toEqual([{ value: 'Hot', count: 1, match: 'qualified' }])
    expect(next.values.position).toEqual([{ value: 'Forklift driver', count: 1, match: driver.id }])
  })

  it('lists the values of columns mapped by hand, and the order of their dates', async () => {
    const content =
      'Name,A,B,C\nJane Doe,Forklift driver,Applied,01/02/2024\nJo Roe,Astronaut,Applied,03/04/2024\n'
    const { body } = await upload(server, recruiter, content)
    expect(body.values).toEqual({ position: [], status: [], source: [], owner: [] })
    const mapping = { 0: 'fullName', 1: 'position', 2: 'status', 3: 'appliedAt' } as const
    const answer = await server.call(listImportValues, {
      as: recruiter,
      body: { importId: body.id, mapping },
    })
    expect(answer.body).toEqual({
      values: {
        position: [
          { value: 'Forklift driver', count: 1, match: driver.id },
          { value: 'Astronaut', count: 1, match: null },
        ],
        status: [{ value: 'Applied', count: 2, match: 'lead' }],
        source: [],
        owner: [],
      },
      moreValues: [],
      dateOrder: 'ambiguous',
      phones: null,
    })
  })

  it('reads a file as the person says, in the preview too', async () => {
    const content = iconv.encode('Liste;;\nИмя;Почта;x\nИван;ivan@example.com;1\n', 'koi8-r')
    const { body } = await upload(server, recruiter, content, {
      query: { encoding: 'koi8-r', delimiter: ';', headerRow: '2' },
    })
    expect(body).toMatchObject({ encoding: 'koi8-r', delimiter: ';', headerRow: 2, rowCount: 1 })
    const { body: all } = await upload(server, recruiter, content, {
      query: { encoding: 'koi8-r', headerRow: '0' },
    })
    expect(all).toMatchObject({ headerRow: 0, rowCount: 3 })
    const tried = await preview(server, recruiter, all.id, {
      mapping: { 0: 'fullName' },
      positionId: driver.id,
    })
    expect(tried.body.rows.map(({ name }) => name)).toEqual(['Liste', 'Имя', 'Иван'])
    const wrong = await upload(server, recruiter, content, { query: { encoding: 'klingon' } })
    expect(wrong).toMatchObject({ status: 422, body: { details: { reason: 'encoding' } } })
  })

  it('tells the importer when it is over', async () => {
    const ended = await importContent(
      server,
      recruiter,
      'Name,Position\nJane Doe,Forklift driver\nJohn Roe,Astronaut\n',
    )
    const notifications = await server.db
      .selectFrom('notifications')
      .where('workspace_id', '=', workspaceId)
      .selectAll()
      .execute()
    expect(notifications).toMatchObject([
      {
        user_id: recruiter.id,
        kind: 'import_finished',
        import_id: ended.id,
        text: 'people.csv: 1 added, 1 rejected',
      },
    ])
  })

  it('runs as a job', async () => {
    const worker = await startTestServer({ jobs: true })
    try {
      const { workspaceId: own } = await worker.addWorkspace()
      const as = await worker.addUser(own, 'recruiter')
      await addNamedPosition(worker, own, 'Forklift driver')
      const { body } = await uploadPath(worker, as, damaged)
      await execute(worker, as, body.id, { mapping: suggestedMapping(body), undecided: 'report' })
      await expect
        .poll(async () => (await worker.call(getImportStatus, { as, params: { id: body.id } })).body.state)
        .toBe('completed')
    } finally {
      await worker.stop()
    }
  })

  it('fails with a sentence when the file is gone', async () => {
    const { body } = await upload(server, recruiter, 'Name,Position\nJane Doe,Forklift driver\n')
    await execute(server, recruiter, body.id, { mapping: suggestedMapping(body) })
    for (const name of await storedFiles())
      await server.services.files.remove(`imports/${workspaceId}/${name}`)
    await expect(runImport(server.services, { workspaceId, importId: body.id })).rejects.toThrow('ENOENT')
    const { body: ended } = await server.call(getImportStatus, {
      as: recruiter,
      params: { id: body.id },
    })
    expect(ended).toMatchObject({ state: 'failed', error: expect.stringContaining('Upload it again') })
  })
})

describe('importing what exists', () => {
  const header = 'Name,Email,Phone,Employer,Notes,Do not call,Applied for,Source,Tags\n'

  async function seed() {
    await importContent(server, recruiter, `${header}Jane Doe,jane@example.com,,,,yes,Forklift driver,,\n`)
  }

  /** Whether "Jane M. Doe" is "Jane Doe" is for a person to decide. */
  const cases = { email_of_another: 'same_person' } as const
  const second = `${header}Jane M. Doe,jane@example.com,(312) 555-0100,Acme,Nights only,no,Forklift driver,Fair,"CDL-A; nights"\n`

  it('leaves it as it is under skip', async () => {
    await seed()
    const before = await people()
    expect(await importContent(server, recruiter, second, { cases })).toMatchObject({
      skipped: 1,
      updated: 0,
      created: 0,
    })
    expect(await people()).toEqual(before)
  })

  it('fills in only what is empty under fill_blanks, with a log of each', async () => {
    await seed()
    expect(await importContent(server, recruiter, second, { policy: 'fill_blanks', cases })).toMatchObject({
      updated: 1,
    })
    const [person] = await people()
    expect(person).toMatchObject({
      name: 'Jane Doe',
      phone: '+13125550100',
      current_company: 'Acme',
      notes: 'Nights only',
      do_not_call: true,
      version: 2,
    })
    const [application] = await applications()
    expect(application).toMatchObject({
      source: 'Fair',
      tags: ['CDL-A', 'nights'],
      version: 2,
      candidate_search: person!.search_text,
    })
    const edited = (await logs('edited')).map(({ field, old_value, new_value, cause }) => [
      field,
      old_value,
      new_value,
      cause,
    ])
    expect(edited).toEqual([
      ['source', null, 'Fair', 'import'],
      ['tags', '[]', '["CDL-A","nights"]', 'import'],
      ['phone', null, '+13125550100', 'import'],
      ['currentCompany', null, 'Acme', 'import'],
      ['notes', null, 'Nights only', 'import'],
    ])
    const row = await server.db
      .selectFrom('import_rows')
      .where('workspace_id', '=', workspaceId)
      .where('result', '=', 'updated')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row.before).toEqual({
      person: { version: 2, fields: { phone: null, currentCompany: null, notes: null } },
      application: { version: 2, fields: { source: null, tags: [] } },
    })
  })

  it('replaces what the file says under overwrite, but lifts no "do not call" and moves nobody', async () => {
    await seed()
    const moved = `Name,Email,Position,Status,Do not call,Applied\nJane Maria Doe,JANE@example.com,Forklift driver,Hired,no,2024-02-01\n`
    expect(await importContent(server, recruiter, moved, { policy: 'overwrite', cases })).toMatchObject({
      updated: 1,
    })
    expect(await people()).toMatchObject([{ name: 'Jane Maria Doe', do_not_call: true }])
    expect(await applications()).toMatchObject([
      { candidate_name: 'Jane Maria Doe', status_type: 'lead', applied_at: '2024-02-01T00:00:00.000Z' },
    ])
    const rows = await server.db
      .selectFrom('import_rows')
      .where('workspace_id', '=', workspaceId)
      .where('result', '=', 'updated')
      .select('message')
      .execute()
    expect(rows[0]?.message).toContain('imports do not move existing applications')
  })

  it('adds a second person under create_anyway', async () => {
    await seed()
    expect(await importContent(server, recruiter, second, { policy: 'create_anyway' })).toMatchObject({
      created: 1,
    })
    expect((await people()).map(({ email }) => email)).toEqual(['jane@example.com', 'jane@example.com'])
  })

  it('adds an application on another position and leaves the person as they are under skip', async () => {
    await seed()
    await addNamedPosition(server, workspaceId, 'Night nurse')
    const other = second.replace('Forklift driver', 'night NURSE')
    expect(await importContent(server, recruiter, other, { cases })).toMatchObject({ created: 1 })
    expect(await people()).toMatchObject([{ name: 'Jane Doe', phone: null, version: 1 }])
    expect(await applications()).toHaveLength(2)
  })

  it('takes somebody who applied again after they were closed for a new application', async () => {
    const table = (applied: string, status: string) =>
      `Name,Email,Position,Status,Applied\nJane Doe,jane@example.com,Forklift driver,${status},${applied}\n`
    await importContent(server, recruiter, table('2023-05-01', 'Rejected'))
    expect(await importContent(server, recruiter, table('2023-05-01', 'Applied'))).toMatchObject({
      skipped: 1,
    })
    await sql`update applications set closed_at = '2024-05-01' where workspace_id = ${workspaceId}`.execute(
      server.db,
    )
    expect(await importContent(server, recruiter, table('2025-05-01', 'Applied'))).toMatchObject({
      created: 1,
    })
  })

  it('adds an application for somebody whose earlier one was deleted', async () => {
    await seed()
    await server.db
      .updateTable('applications')
      .set({ deleted_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .execute()
    expect(await importContent(server, recruiter, second, { cases })).toMatchObject({
      created: 1,
      skipped: 0,
    })
  })

  it('never takes a name alone for somebody', async () => {
    await seed()
    expect(await importContent(server, recruiter, 'Name,Position\nJane Doe,Forklift driver\n')).toMatchObject(
      { created: 1 },
    )
    expect(await people()).toHaveLength(2)
  })

  it('recognises by external id, e-mail, phone and profile in this order, and merges no strangers', async () => {
    await importContent(
      server,
      recruiter,
      `Candidate ID,Name,Email,Phone,LinkedIn,Position
A-1,Jane Doe,jane@example.com,3125550100,linkedin.com/in/jane-doe,Forklift driver
A-2,Marcus Lee,marcus@example.com,3125550101,,Forklift driver
`,
    )
    const { body } = await upload(
      server,
      recruiter,
      `Candidate ID,Name,Email,Phone,LinkedIn,Position
A-1,"Doe, Jane",new@example.com,,,Forklift driver
,DOE Jane,,"312.555.0100 x12",,Forklift driver
,Jane Doe,,,https://www.linkedin.com/in/Jane-Doe/?trk=x,Forklift driver
,Jane Doe,jane@example.com,3125550101,,Forklift driver
,Jordan Kim,,(312) 555-0101,,Forklift driver
A-2,Somebody Else,else@example.com,,,Forklift driver
`,
    )
    const { body: found } = await preview(server, recruiter, body.id, { mapping: suggestedMapping(body) })
    expect(
      found.rows.map(({ result, matchedBy, problems }) => [result, matchedBy, problems[0]?.code]),
    ).toEqual([
      ['skip', 'External ID', 'already_open'],
      ['skip', 'Phone', 'already_open'],
      ['skip', 'Profile URL', 'already_open'],
      ['skip', 'Email', 'several_people'],
      ['conflict', 'Phone', 'phone_of_another'],
      ['conflict', 'External ID', 'external_id_of_another'],
    ])
  })

  it('recognises people within the file, also by what an earlier row has added', async () => {
    const file = `Name,Email,Phone,Position
Priya Sharma,priya@example.com,,Forklift driver
Priya Sharma,priya@example.com,3125550123,Forklift driver
Sharma PRIYA,,(312) 555-0123,Forklift driver
`
    expect(await importContent(server, recruiter, file, { policy: 'fill_blanks' })).toMatchObject({
      created: 1,
      updated: 1,
      skipped: 1,
    })
    expect(await people()).toMatchObject([{ name: 'Priya Sharma', phone: '+13125550123' }])
  })

  it('asks whether a suffix, an initial or a second name is the same person, and never merges by a name', async () => {
    const file = `Name,Email,Phone,Position
Robert Hill Sr,hill@example.com,,Forklift driver
Robert Hill Jr,hill@example.com,,Forklift driver
Robert J. Hill,hill@example.com,,Forklift driver
Priya Sharma,,3125550123,Forklift driver
P. Sharma,,3125550123,Forklift driver
Priya Devi Sharma,,3125550123,Forklift driver
Priya Sharma,,3125550124,Forklift driver
`
    const { body } = await upload(server, recruiter, file)
    const settings = { mapping: suggestedMapping(body), policy: 'overwrite' } as const
    const { body: asked } = await preview(server, recruiter, body.id, settings)
    expect(asked.rows.map(({ result, problems }) => [result, problems[0]?.code])).toEqual([
      ['create', undefined],
      ['conflict', 'email_of_another'],
      ['conflict', 'email_of_another'],
      ['create', undefined],
      ['conflict', 'phone_of_another'],
      ['conflict', 'phone_of_another'],
      ['create', undefined],
    ])
    expect(asked.cases.map(({ kind, count }) => [kind, count])).toEqual([
      ['email_of_another', 2],
      ['phone_of_another', 2],
    ])
    const cases = { phone_of_another: 'same_person' } as const
    await importContent(server, recruiter, file, { policy: 'overwrite', cases })
    expect((await people()).map(({ name }) => name).toSorted()).toEqual([
      'Priya Devi Sharma',
      'Priya Sharma',
      'Robert Hill Sr',
    ])
  })
})

describe('the values of a row', () => {
  async function problemsOf(content: string, more: object = {}) {
    const { body } = await upload(server, recruiter, content)
    const { body: found } = await preview(server, recruiter, body.id, {
      mapping: suggestedMapping(body),
      ...more,
    })
    return found.rows.map(({ result, problems }) => [result, problems[0]?.code])
  }

  it('needs a position that is there, open and the only one of its name', async () => {
    const closed = await addNamedPosition(server, workspaceId, 'Diver')
    await server.db.updateTable('positions').set({ state: 'closed' }).where('id', '=', closed.id).execute()
    await addNamedPosition(server, workspaceId, 'Cook')
    await addNamedPosition(server, workspaceId, 'cook')
    const deleted = await addNamedPosition(server, workspaceId, 'Astronaut')
    await server.db
      .updateTable('positions')
      .set({ deleted_at: sql<string>`now()` })
      .where('id', '=', deleted.id)
      .execute()
    const file = `Name,Email,Position
A B,a@example.com,FORKLIFT  driver
C D,c@example.com,Diver
E F,e@example.com,Cook
G H,g@example.com,Astronaut
I J,i@example.com,
`
    expect(await problemsOf(file)).toEqual([
      ['create', undefined],
      ['invalid', 'position_closed'],
      ['invalid', 'position_ambiguous'],
      ['invalid', 'position_unknown'],
      ['invalid', 'position_missing'],
    ])
    const chosen = { positionId: driver.id, values: { position: { Astronaut: driver.id, Cook: null } } }
    expect((await problemsOf(file, chosen)).map(([result]) => result)).toEqual([
      'create',
      'invalid',
      'create',
      'create',
      'create',
    ])
  })

  it('takes the position for rows without one for every unknown value, also beyond those that are listed', async () => {
    const rows = Array.from({ length: 620 }, (_, n) => `Person ${n},p${n}@example.com,Task ${n}`).join('\n')
    const { body } = await upload(server, recruiter, `Name,Email,Position\n${rows}\n`)
    const mapping = suggestedMapping(body)
    const listed = Object.fromEntries(body.values.position.map(({ value, match }) => [value, match]))
    expect(Object.keys(listed).length).toBeLessThan(620)
    const given = { mapping, values: { position: listed } }
    const { body: without } = await preview(server, recruiter, body.id, given)
    expect(without.counts).toMatchObject({ create: 0, invalid: 620 })
    const { body: found } = await preview(server, recruiter, body.id, { ...given, positionId: driver.id })
    expect(found.counts).toMatchObject({ create: 620, invalid: 0 })
    const ended = await execute(server, recruiter, body.id, { ...given, positionId: driver.id })
    expect(ended.status).toBe(202)
  })

  it('finds owners by name or e-mail and says which are none', async () => {
    const file = `Name,Email,Owner
A B,a@example.com,rita recruiter
C D,c@example.com,${recruiter.email.toUpperCase()}
E F,e@example.com,Nobody Known
G H,g@example.com,Sam Suspended
I J,i@example.com,Rita Reviewer
`
    const reviewer = { name: 'Rita Reviewer', companyId: driver.companyId }
    await server.addUser(workspaceId, 'client_reviewer', reviewer)
    const suspended = await server.addUser(workspaceId, 'recruiter', { name: 'Sam Suspended' })
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    expect(await problemsOf(file, { positionId: driver.id })).toEqual([
      ['create', undefined],
      ['create', undefined],
      ['create', 'owner_unknown'],
      ['create', 'owner_unknown'],
      ['create', 'owner_unknown'],
    ])
  })

  it('has no suggestion where two positions or two colleagues have the name, as either may be meant', async () => {
    await addNamedPosition(server, workspaceId, 'Welder')
    await addNamedPosition(server, workspaceId, 'Welder')
    await server.addUser(workspaceId, 'recruiter', { name: 'Sam Same' })
    await server.addUser(workspaceId, 'recruiter', { name: 'Sam Same' })
    const { body } = await upload(
      server,
      recruiter,
      'Name,Email,Position,Owner\nA B,a@example.com,Welder,Sam Same\n',
    )
    expect(body.values).toMatchObject({
      position: [{ value: 'Welder', match: null }],
      owner: [{ value: 'Sam Same', match: null }],
    })
  })

  it('has no suggestion of a position that was closed since somebody chose it', async () => {
    const file = 'Name,Email,Position\nA B,a@example.com,Trucker\n'
    await importContent(server, recruiter, file, { values: { position: { Trucker: driver.id } } })
    const suggested = async () => (await upload(server, recruiter, file)).body.values.position
    expect(await suggested()).toMatchObject([{ match: driver.id }])
    await server.db.updateTable('positions').set({ state: 'closed' }).where('id', '=', driver.id).execute()
    expect(await suggested()).toMatchObject([{ match: null }])
  })

  it('leaves a value empty again that was left empty in a file with the same headers', async () => {
    const file = 'Name,Email,Position,Owner\nA B,a@example.com,Forklift driver,Rita Recruiter\n'
    await importContent(server, recruiter, file, { values: { owner: { 'Rita Recruiter': null } } })
    const { body } = await upload(server, recruiter, file)
    expect(body.values.owner).toMatchObject([{ match: null, leftEmpty: true }])
  })

  it('has no suggestion by the statuses of closed positions', async () => {
    const closed = await addNamedPosition(server, workspaceId, 'Welder')
    await server.db
      .updateTable('statuses')
      .set({ name: 'Zebra check' })
      .where('position_id', '=', closed.id)
      .where('type', '=', 'interview')
      .execute()
    const file = 'Name,Email,Position,Status\nA B,a@example.com,Forklift driver,Zebra check\n'
    const suggested = async () => (await upload(server, recruiter, file)).body.values.status
    expect(await suggested()).toMatchObject([{ match: 'interview' }])
    await server.db.updateTable('positions').set({ state: 'closed' }).where('id', '=', closed.id).execute()
    expect(await suggested()).toMatchObject([{ match: null }])
  })

  it('is refused with a reviewer of a client as the owner of all rows or of a name', async () => {
    const { id } = await server.addUser(workspaceId, 'client_reviewer', {
      name: 'Rita Reviewer',
      companyId: driver.companyId,
    })
    const { body } = await upload(server, recruiter, 'Name,Email,Owner\nA B,a@example.com,Rita Reviewer\n')
    const settings = { mapping: suggestedMapping(body), positionId: driver.id }
    const message = 'Rita Reviewer works for a client. Choose someone on your team.'
    for (const [field, more] of Object.entries({
      ownerId: { ownerId: id },
      'values.owner': { values: { owner: { 'Rita Reviewer': id } } },
    }))
      expect((await execute(server, recruiter, body.id, { ...settings, ...more })).body).toMatchObject({
        details: { [field]: [message] },
      })
  })

  it('starts in the nearest status that the position has', async () => {
    await server.db
      .updateTable('statuses')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', 'in', [driver.statuses.offer, driver.statuses.hired])
      .execute()
    const file = `Name,Email,Position,Status
A B,a@example.com,Forklift driver,Offer extended
C D,c@example.com,Forklift driver,Hired
E F,e@example.com,Forklift driver,Purple
G H,g@example.com,Forklift driver,Withdrawn
`
    expect(await problemsOf(file)).toEqual([
      ['create', 'status_not_on_position'],
      ['invalid', 'status_not_on_position'],
      ['invalid', 'status_unknown'],
      ['create', 'counts_today'],
    ])
    await importContent(server, recruiter, file)
    expect((await applications()).map(({ status_type, disposition }) => [status_type, disposition])).toEqual([
      ['interview', null],
      ['closed', 'withdrawn'],
    ])
  })

  it('takes dates without a zone by the clocks of the workspace', async () => {
    await server.db
      .updateTable('workspaces')
      .set({ timezone: 'America/New_York' })
      .where('id', '=', workspaceId)
      .execute()
    await importContent(
      server,
      recruiter,
      'Name,Position,Applied\nA B,Forklift driver,2024-01-15\nC D,Forklift driver,2024-07-15 08:30\nE F,Forklift driver,2024-07-15T08:30:00Z\n',
    )
    expect((await applications()).map(({ applied_at }) => applied_at)).toEqual([
      '2024-01-15T05:00:00.000Z',
      '2024-07-15T12:30:00.000Z',
      '2024-07-15T08:30:00.000Z',
    ])
  })

  it('takes the other rows when one cannot be stored', async () => {
    const owner = connect(server.ownerConnectionString, 1)
    await owner.schema
      .alterTable('candidates')
      .addCheckConstraint('no_john', sql`name <> 'John Unstorable'`)
      .execute()
    try {
      const names = ['Ann A', 'Ben B', 'John Unstorable', 'Cas C', 'Dan D']
      const ended = await importContent(
        server,
        recruiter,
        `Name,Position\n${names.map((name) => `${name},Forklift driver`).join('\n')}\n`,
      )
      expect(ended).toMatchObject({ state: 'completed', created: 4, invalid: 1, processed: 5 })
      expect(await errorsOf(ended.id)).toContain('John Unstorable,Forklift driver,not_stored')
    } finally {
      await owner.schema.alterTable('candidates').dropConstraint('no_john').execute()
      await owner.destroy()
    }
  })
})

describe('cancelImport', () => {
  it('stops before the next rows and can be taken up again as it began', async () => {
    const { body } = await upload(server, recruiter, 'Name,Position\nJane Doe,Forklift driver\n')
    const params = { id: body.id }
    const settings = { mapping: suggestedMapping(body) }
    const cancel = () => server.call(cancelImport, { as: recruiter, params })
    expect((await cancel()).status).toBe(409)
    await execute(server, recruiter, body.id, settings)
    expect((await cancel()).body).toMatchObject({ state: 'canceled', processed: 0 })
    await runImport(server.services, { workspaceId, importId: body.id })
    expect(await applications()).toEqual([])
    expect(await importNow(server, recruiter, body.id, settings)).toMatchObject({
      state: 'completed',
      created: 1,
    })
    expect((await cancel()).status).toBe(409)
    await server.db.updateTable('imports').set({ state: 'failed' }).where('id', '=', body.id).execute()
    expect((await cancel()).status).toBe(409)
  })
})

describe('resumeImport', () => {
  it('goes on with one that was canceled as it was begun, and with no other', async () => {
    const { body } = await upload(server, recruiter, 'Name,Position\nAnn Able,Forklift driver\n')
    const resume = () => server.call(resumeImport, { as: recruiter, params: { id: body.id } })
    expect((await resume()).status).toBe(409)
    await execute(server, recruiter, body.id, { mapping: suggestedMapping(body) })
    await server.call(cancelImport, { as: recruiter, params: { id: body.id } })
    expect(await resume()).toMatchObject({ status: 202, body: { state: 'queued', finishedAt: null } })
    await runImport(server.services, { workspaceId, importId: body.id })
    expect(await applications()).toHaveLength(1)
    expect((await resume()).status).toBe(409)
  })
})

describe('downloadImportErrors', () => {
  it('gives the rows that were not taken as they were, with why, and takes them back once mended', async () => {
    const file =
      'Full Name,E-mail,Position,Note\nJane Doe,jane@example.com,Astronaut,"=1+1, ""quoted"""\nJohn Roe,john@example.com,Forklift driver,fine\n,,Forklift driver,"two\nlines"\n'
    const ended = await importContent(server, recruiter, file)
    const report = await errorsOf(ended.id)
    expect(report).toBe(
      [
        '\ufeffFull Name,E-mail,Position,Note,error_code,error',
        `Jane Doe,jane@example.com,Astronaut,"'=1+1, ""quoted""",position_unknown,No position is called “Astronaut”`,
        ',,Forklift driver,"two\nlines",nothing_to_identify,"No usable name, email, phone or profile URL in “Full Name”, “E-mail”"',
        '',
      ].join('\r\n'),
    )
    const { body } = await upload(server, recruiter, report.replace('Astronaut,', 'Forklift driver,'))
    expect(body.rememberedMapping).toEqual({ 0: 'fullName', 1: 'email', 2: 'position', 3: 'notes' })
    expect(await importNow(server, recruiter, body.id, { mapping: body.rememberedMapping! })).toMatchObject({
      created: 1,
      invalid: 1,
    })
    expect((await people()).map(({ name, notes }) => [name, notes])).toContainEqual([
      'Jane Doe',
      '=1+1, "quoted"',
    ])
  })

  it('gives rows to those who uploaded them, or may export contact data, and shows them to those who may see it', async () => {
    const { id } = await importContent(server, recruiter, 'Name,Position\nJane Doe,Astronaut\n')
    const [exporting, seeing, blind] = [
      await server.addUser(workspaceId, 'recruiter'),
      await server.addUser(workspaceId, 'recruiter'),
      await server.addUser(workspaceId, 'recruiter'),
    ]
    const revoke = (user: TestUser, ...permissions: string[]) =>
      server.db
        .updateTable('users')
        .set({ revoked_permissions: permissions })
        .where('id', '=', user.id)
        .execute()
    await revoke(seeing, 'contacts:export')
    for (const user of [blind, recruiter]) await revoke(user, 'contacts:export', 'contacts:read')
    evictSessions(server.db)
    const statuses = async (as: TestUser) => [
      (await server.call(listImportRows, { as, params: { id }, query: { result: 'invalid' } })).status,
      (await download(server, as, downloadImportErrors, { id })).status,
    ]
    const found = []
    for (const user of [recruiter, exporting, seeing, blind]) found.push(await statuses(user))
    expect(found).toEqual([
      [200, 200],
      [200, 200],
      [200, 403],
      [403, 403],
    ])
  })

  it('says what is wrong in the language of whoever started the import', async () => {
    await server.db.updateTable('users').set({ language: 'de' }).where('id', '=', recruiter.id).execute()
    const file = 'Name,E-mail,Position\nJane Doe,jane@,Astronaut\nJohn Roe,john@example.com,Forklift driver\n'
    const ended = await importContent(server, recruiter, file)
    expect(await errorsOf(ended.id)).toContain(
      'position_unknown,E-mail: „jane@“ ist keine E-Mail-Adresse. Keine Stelle heißt „Astronaut“.\r\n',
    )
    const { text } = await server.db
      .selectFrom('notifications')
      .where('import_id', '=', ended.id)
      .select('text')
      .executeTakeFirstOrThrow()
    expect(text).toBe('people.csv: 1 hinzugefügt, 1 abgelehnt')
  })

  it('keeps the cells of a row that is longer than its header', async () => {
    const ended = await importContent(
      server,
      recruiter,
      'Name,Position\nJane Doe,Astronaut,spilled,\nJohn Roe,Forklift driver\n',
    )
    expect(await errorsOf(ended.id)).toMatch(
      /^\ufeffName,Position,,error_code,error\r\nJane Doe,Astronaut,spilled,position_unknown,/,
    )
  })
})

describe('listImportRows', () => {
  it('says whom the rows of a kind became, or why they were not taken, page by page', async () => {
    const { id } = await importContent(
      server,
      recruiter,
      'Name,Email,Position\nAnn Able,ann@example.com,Forklift driver\nBen,b@example.com,Pilot\nCas Cole,c@example.com,Forklift driver\n',
    )
    const list = async (query: { result: 'created' | 'invalid'; limit?: number; cursor?: string }) =>
      (await server.call(listImportRows, { as: recruiter, params: { id }, query })).body
    const first = await list({ result: 'created', limit: 1 })
    expect(first).toMatchObject({ items: [{ row: 2, name: 'Ann Able', message: null }], total: { value: 2 } })
    const second = await list({ result: 'created', limit: 1, cursor: first.nextCursor! })
    expect(second).toMatchObject({ items: [{ row: 4, name: 'Cas Cole' }], nextCursor: null })
    expect((await list({ result: 'invalid' })).items).toMatchObject([
      { row: 3, applicationId: null, cells: ['Ben', 'b@example.com', 'Pilot'] },
    ])
  })

  it('skips no row between two pages, and links no application that was deleted since', async () => {
    const file =
      'Name,Email,Position\nAnn Able,ann@example.com,Forklift driver\nBen Brown,b@example.com,Forklift driver\n'
    const { id } = await importContent(server, recruiter, file)
    const list = async (cursor?: string) => {
      const query = { result: 'created' as const, limit: 1, ...(cursor ? { cursor } : {}) }
      return (await server.call(listImportRows, { as: recruiter, params: { id }, query })).body
    }
    const first = await list()
    await server.db
      .updateTable('applications')
      .set({ deleted_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('candidate_name', '=', 'Ben Brown')
      .execute()
    const second = await list(first.nextCursor!)
    expect(second.items).toMatchObject([{ row: 3, name: 'Ben Brown', applicationId: null }])
  })
})

describe('listImports', () => {
  it('tells who imported what, the newest first, without files only looked at', async () => {
    await upload(server, recruiter, 'Name,Email\nA B,a@example.com\n', { name: 'only looked at.csv' })
    const first = await importContent(server, recruiter, 'Name,Position\nA B,Forklift driver\n')
    const second = await importContent(server, recruiter, 'Name,Position\nC D,Forklift driver\n')
    const { body } = await server.call(listImports, { as: recruiter })
    expect(body.items.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(body.total).toEqual({ value: 2, atLeast: false })
    const { body: none } = await server.call(listImports, { as: recruiter, query: { q: 'looked' } })
    expect(none.items).toEqual([])
  })
})

describe("another workspace's import", () => {
  it('does not exist', async () => {
    const ended = await importContent(server, recruiter, 'Name,Position\nA B,Forklift driver\nC D,Nowhere\n')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const params = { id: ended.id }
    const answers = [
      await server.call(getImportStatus, { as: stranger, params }),
      await server.call(cancelImport, { as: stranger, params }),
      await execute(server, stranger, ended.id, { mapping: { 0: 'fullName' } }),
      await preview(server, stranger, ended.id, { mapping: { 0: 'fullName' } }),
      await server.call(downloadImportErrors, { as: stranger, params }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const { body } = await server.call(listImports, { as: stranger })
    expect(body.items).toEqual([])
  })
})

describe('deleteUnusedAnalyses', () => {
  it('drops what was looked at a week ago and never imported, with its file', async () => {
    const file = 'Name,Position\nA B,Forklift driver\n'
    const { body: old } = await upload(server, recruiter, file)
    const { body: fresh } = await upload(server, recruiter, file)
    const done = await importContent(server, recruiter, file)
    await server.db
      .updateTable('imports')
      .set({ created_at: sql`now() - interval '8 days'` })
      .where('id', 'in', [old.id, done.id])
      .execute()
    await deleteUnusedAnalyses(server.services)
    const left = await server.db
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .select('id')
      .execute()
    expect(left.map(({ id }) => id)).toEqual([fresh.id, done.id])
    expect(await storedFiles()).toHaveLength(2)
  })

  it('keeps for a day what somebody has uploaded and not yet imported', async () => {
    const { body } = await upload(server, recruiter, 'Name,Position\nA B,Forklift driver\n')
    await server.db
      .updateTable('imports')
      .set({ created_at: sql`now() - interval '23 hours'` })
      .where('id', '=', body.id)
      .execute()
    await deleteUnusedAnalyses(server.services)
    expect(await storedFiles()).toHaveLength(1)
  })
})
