import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import { type ImportField, importFieldKeys } from '@muster/contract/import-fields.ts'
import { downloadPreviewLosses } from '@muster/contract/import-preview.ts'
import { downloadImportErrors, downloadImportLosses, listImportRows } from '@muster/contract/import-rows.ts'
import { getImportStatus } from '@muster/contract/import-status.ts'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unsafeCell } from '../files/safe-cell.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  addNamedPosition,
  download,
  importContent,
  importNow,
  preview,
  type Settings,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let driverId: string

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Rita Recruiter' })
  driverId = (await addNamedPosition(server, workspaceId, 'Forklift driver')).id
})

afterAll(() => server?.stop())

const lossesOf = async ({ id }: { id: string }) =>
  (await download(server, recruiter, downloadImportLosses, { id })).rows()

function writeCsv(rows: readonly Record<string, string>[]): string {
  return stringify([...rows], { header: true })
}

function candidates() {
  return server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .selectAll()
    .execute()
}

function applications() {
  return server.db
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .selectAll()
    .execute()
}

const long = (length: number) => 'word '.repeat(length).slice(0, length).trim()
const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`).join(';')

/**
 * For every field: cells of which nothing or only a part can be stored, and cells that say all there is. A new field has
 * to say which cells it refuses.
 */
const cells: Record<ImportField, { lost: string[]; whole: string[] }> = {
  applicationId: { lost: ['A-1', '#REF!'], whole: ['0190a1b2-c3d4-7e5f-8a6b-1c2d3e4f5a6b'] },
  candidateId: { lost: ['C-1', '#REF!'], whole: ['0190a1b2-c3d4-7e5f-8a6b-1c2d3e4f5a6b'] },
  externalId: { lost: [long(201), '#REF!', '####'], whole: ['R-1', 'n/a', '#N/A', ''] },
  fullName: {
    lost: ['#VALUE!', '###', 'Somebody Else', '=A2'],
    whole: ['Own Name', 'Dr. Own Name', '=HYPERLINK("x","Own Name")', '-'],
  },
  firstName: { lost: ['#NAME?', '#####', long(230)], whole: ['Own', 'N/A'] },
  middleName: { lost: ['#REF!', long(230)], whole: ['Maria', 'M.', 'n/a'] },
  lastName: { lost: ['#REF!', '######', long(230)], whole: ['Name', 'n.a.'] },
  secondLastName: { lost: ['#REF!', long(230)], whole: ['Soto', 'n/a'] },
  nameSuffix: { lost: ['#REF!', long(230)], whole: ['Jr.', 'III', 'PhD', 'n/a'] },
  email: {
    lost: [
      'joerg(at)example.com',
      'a@example.com; b@example.com',
      'Jane <c@example.com>, d@example.com',
      'e@example.com (or f@example.com)',
      `${'x'.repeat(250)}@example.com`,
      'x y@example.com',
      '#REF!',
      '=B2',
    ],
    whole: ['g@example.com', 'Jane <h@example.com>', 'none', ' '],
  },
  phone: {
    lost: [
      '12-39',
      '0000000000',
      '4.9E+11',
      '123',
      '(312) 555-0141; (312) 555-0142',
      'ring the bell',
      '#BEZUG!',
    ],
    whole: ['(312) 555-0143', '+49 151 23456789', 'call me', '?'],
  },
  profileUrl: {
    lost: [
      'linkedin',
      'https://www.linkedin.com/company/x',
      'https://example.com/i1; https://github.com/i1',
      `https://example.com/${'x'.repeat(500)}`,
    ],
    whole: ['linkedin.com/in/whole', 'https://example.com/whole (own page)', 'see cv'],
  },
  location: { lost: [long(301), '###'], whole: ['Bonn', 'unknown'] },
  street: { lost: [long(201), '#REF!'], whole: ['Main Street 5'] },
  city: { lost: [long(201), '#REF!'], whole: ['Bonn', 'n/a'] },
  region: { lost: [long(201), '#REF!'], whole: ['NV'] },
  postalCode: { lost: [long(201), '####'], whole: ['53111'] },
  country: { lost: [long(201), '#REF!'], whole: ['Germany', 'NA'] },
  currentCompany: { lost: [long(201), '#WERT!', '=Data!C3', '@SUM(A1)'], whole: ['Acme', 'none'] },
  currentTitle: { lost: [long(201), '#REF!'], whole: ['Driver', 'none'] },
  position: { lost: ['Astronaut'], whole: ['Forklift driver', 'n/a', 'Left empty'] },
  // These rows name no position that could be at the company.
  clientCompany: { lost: ['Acme', long(201), '#REF!'], whole: ['n/a', 'none'] },
  status: { lost: [], whole: ['New lead', 'n/a', 'Zzz', 'Left empty'] },
  source: { lost: [long(130), long(201), '#REF!'], whole: ['Referral', 'n/a', 'Left empty'] },
  owner: { lost: ['Nobody Known', '#REF!'], whole: ['Rita Recruiter', 'n/a', 'Left empty'] },
  appliedAt: {
    lost: ['03/04/2024', 'last week', '2024-02-30', '2999-01-01', '###'],
    whole: ['2024-03-04', '4 March 2024', 'n/a'],
  },
  statusAt: { lost: ['03/04/2024', 'last week', '2999-01-01', '###'], whole: ['2024-03-04', 'n/a'] },
  hiredAt: { lost: ['03/04/2024', 'last week', '2999-01-01', '###'], whole: ['2024-03-04', 'n/a'] },
  closedAt: { lost: ['03/04/2024', 'last week', '2999-01-01', '###'], whole: ['2024-03-04', 'n/a'] },
  notes: { lost: [long(5001), '####', '=B2'], whole: ['Likes nights', 'none', '= likes nights', '@home'] },
  tags: { lost: [`ok;${long(41)}`, long(41), tags(51), '#REF!'], whole: ['Java;SQL', 'n/a'] },
  doNotCall: { lost: ['perhaps', '#REF!'], whole: ['no', 'yes', 'n/a'] },
  consent: { lost: ['perhaps', '#REF!'], whole: ['given', 'no', 'unknown'] },
}

describe('a cell that is not stored', () => {
  it('is counted and listed, whatever field it is of, and no other', async () => {
    const rows: { field: ImportField; cell: string; isLost: boolean }[] = importFieldKeys.flatMap((field) => [
      ...cells[field].lost.map((cell) => ({ field, cell, isLost: true })),
      ...cells[field].whole.map((cell) => ({ field, cell, isLost: false })),
    ])
    const file = rows.map(({ field, cell }) => {
      // Each row has a name and is somebody else: nobody is recognised, nothing else is lost.
      const base: Partial<Record<ImportField, string>> =
        field === 'fullName' ? { firstName: 'Own', lastName: 'Name' } : { fullName: 'Own Name' }
      if (field === 'firstName' || field === 'lastName') base.fullName = ''
      if (field === 'hiredAt') base.status = 'Hired'
      if (field === 'closedAt') base.status = 'Closed'
      if (field !== 'email') base.email = `own${Math.random()}@example.com`
      const row = { ...base, [field]: cell }
      return importFieldKeys.map((key) => row[key] ?? '')
    })
    const content = stringify([importFieldKeys.map((key) => `${key} column`), ...file])
    const { body } = await upload(server, recruiter, content, { query: { headerRow: '1' } })
    const mapping = Object.fromEntries(importFieldKeys.map((field, index) => [String(index), field]))
    const empty = { 'Left empty': null }
    const settings: Settings = {
      mapping,
      positionId: driverId,
      policy: 'fill_blanks',
      phoneCountry: 'US',
      values: { position: empty, status: { ...empty, Zzz: null }, source: empty, owner: empty },
    }
    const expected = Object.fromEntries(
      importFieldKeys.flatMap((field) =>
        cells[field].lost.length > 0 ? [[field, cells[field].lost.length]] : [],
      ),
    )
    const leftEmpty = { position: 1, status: 2, source: 1, owner: 1 }
    const losses = (found: { field: string; rows: number }[]) =>
      Object.fromEntries(found.map(({ field, rows: count }) => [field, count]))

    const previewed = (await preview(server, recruiter, body.id, settings)).body
    expect(losses(previewed.losses)).toEqual(expected)
    expect(losses(previewed.leftEmpty)).toEqual(leftEmpty)
    const before = (
      await download(server, recruiter, downloadPreviewLosses, { body: { importId: body.id, ...settings } })
    ).rows()

    const ended = await importNow(server, recruiter, body.id, settings)
    expect(ended).toMatchObject({ created: rows.length, invalid: 0, conflicts: 0 })
    expect(losses(ended.losses)).toEqual(expected)
    expect(losses(ended.leftEmpty)).toEqual(leftEmpty)
    const losing = rows.flatMap((row, index) => (row.isLost ? [{ ...row, number: index + 2 }] : []))
    expect(ended.lostRows).toBe(losing.length)

    const report = await lossesOf(body)
    expect(
      report.map(({ row_number, lost_column, lost_value }) => ({
        row_number,
        lost_column,
        lost_value: unsafeCell(lost_value!),
      })),
    ).toEqual(
      losing.map(({ number, field, cell }) => ({
        row_number: String(number),
        lost_column: `${field} column`,
        lost_value: cell,
      })),
    )
    expect(report.every(({ lost_reason }) => lost_reason !== '')).toBe(true)
    expect(before).toEqual(report)
  }, 300_000)

  it('of a row that is skipped or refused is not counted: the row is, and keeps all of it', async () => {
    const file = 'Name,Email,Phone,Position\nAnn Able,ann@example.com,,Forklift driver\n'
    await importContent(server, recruiter, file)
    const again =
      'Name,Email,Phone,Position\nAnn Able,ann@example.com,0151 23456789,Forklift driver\nBen Brown,ben@,,Nowhere\n'
    expect(await importContent(server, recruiter, again, { phoneCountry: 'US' })).toMatchObject({
      skipped: 1,
      invalid: 1,
      lostRows: 0,
      losses: [],
      lossesUrl: null,
    })
    // Where existing people are filled in, the phone would have been taken.
    expect(
      await importContent(server, recruiter, again, { policy: 'fill_blanks', phoneCountry: 'US' }),
    ).toMatchObject({
      skipped: 1,
      lostRows: 1,
      losses: [{ field: 'phone', rows: 1 }],
    })
  })

  it('includes contact data that stays with somebody else', async () => {
    await importContent(
      server,
      recruiter,
      'Name,Email,Phone,Position\nAnn Able,ann@example.com,,Forklift driver\nBen Brown,,(312) 555-0101,Forklift driver\n',
    )
    const mixed = 'Name,Email,Phone,Position\nAnn Able,ann@example.com,(312) 555-0101,Forklift driver\n'
    const ended = await importContent(server, recruiter, mixed, { policy: 'overwrite' })
    expect(ended).toMatchObject({ skipped: 1, losses: [{ field: 'phone', rows: 1 }] })
    const [row] = await lossesOf(ended)
    expect(row!.lost_reason).toBe('The phone “+13125550101” belongs to “Ben Brown” and stays with them')
  })

  it('includes what a later row of the same person says otherwise, and nothing that it repeats or fills in', async () => {
    const file = [
      'Name,Email,Phone,City,Notes,Source,Tags,Applied,Position',
      'Ann Able,ann@example.com,,Oslo,Nights,Indeed,a;b,2026-03-02,Forklift driver',
      'Ann Able,ann@example.com,(312) 555-0101,Bergen,Weekends,Referral,c,2026-03-05,Forklift driver',
      'Ann Able,ann@example.com,(312) 555-0101,Oslo,Nights,Indeed,a;b,2026-03-02,Forklift driver',
    ].join('\n')
    const ended = await importContent(server, recruiter, file, { policy: 'fill_blanks' })
    expect(ended).toMatchObject({ created: 1, updated: 1, skipped: 1, lostRows: 1 })
    const rows = await lossesOf(ended)
    expect(rows).toMatchObject([
      { row_number: '3', lost_column: 'City\nNotes\nSource\nTags\nApplied', Phone: '(312) 555-0101' },
    ])
    expect(rows[0]!.lost_reason).toContain('Row 2 of the same person says something else, which stays')
    const [ann] = await candidates()
    expect([ann!.phone, ann!.location, ann!.notes]).toEqual(['+13125550101', 'Oslo', 'Nights'])
  })

  it('does not include what a row says otherwise than somebody who was there before: the setting says whose values stay', async () => {
    const of = (city: string) =>
      `Name,Email,City,Position\nAnn Able,ann@example.com,${city},Forklift driver\n`
    await importContent(server, recruiter, of('Oslo'))
    expect(await importContent(server, recruiter, of('Bergen'), { policy: 'fill_blanks' })).toMatchObject({
      skipped: 1,
      lostRows: 0,
    })
  })

  it('is counted in chunks that add up, with a message in the language of whoever started the import', async () => {
    await server.db.updateTable('users').set({ language: 'de' }).where('id', '=', recruiter.id).execute()
    const lines = Array.from(
      { length: 1200 },
      (_, n) => `Ann${n} Able,a${n}@example.com,0151 23456789,Forklift driver`,
    )
    const ended = await importContent(server, recruiter, `Name,Email,Phone,Position\n${lines.join('\n')}\n`, {
      phoneCountry: 'US',
    })
    expect(ended).toMatchObject({ created: 1200, lostRows: 1200, losses: [{ field: 'phone', rows: 1200 }] })
    const report = await lossesOf(ended)
    expect(report).toHaveLength(1200)
    expect(report[0]!.lost_reason).toMatch(/^„0151 23456789“ ist keine Telefonnummer/)
    const { text } = await server.db
      .selectFrom('notifications')
      .where('import_id', '=', ended.id)
      .select('text')
      .executeTakeFirstOrThrow()
    expect(text).toBe('people.csv: 1.200 hinzugefügt, 1.200 mit verlorenen Werten')
  })
})

describe('a cell that says more than its value', () => {
  const remarks = [
    'Name,E-mail,Mobile,LinkedIn,Position,Notes',
    'Jane Doe (on holiday),jane@x.example (private),+49 170 1234567 (evenings only),https://x.example/jane#top,Forklift driver,Likes nights',
    'Bo Berg,bo@x.example,Mobile: +49 170 1234568,https://x.example/p?id=7&utm_source=a,Forklift driver,',
    '',
  ].join('\n')
  const notesOfJane = [
    'Likes nights',
    'Name: Jane Doe (on holiday)',
    'E-mail: jane@x.example (private)',
    'Mobile: +49 170 1234567 (evenings only)',
    'LinkedIn: https://x.example/jane#top',
  ].join('\n\n')

  it('is kept whole in the notes, and the preview says so', async () => {
    const { body } = await upload(server, recruiter, remarks)
    const settings = { mapping: suggestedMapping(body) }
    const seen = (await preview(server, recruiter, body.id, settings)).body
    expect(seen).toMatchObject({ lostRows: 0, counts: { create: 2 } })
    expect(seen.reasons).toMatchObject([{ code: 'kept_in_notes', severity: 'warning', count: 1 }])
    expect(await importNow(server, recruiter, body.id, settings)).toMatchObject({ created: 2, lostRows: 0 })
    expect(await candidates()).toMatchObject([
      { name: 'Jane Doe', email: 'jane@x.example', phone: '+491701234567', notes: notesOfJane },
      { name: 'Bo Berg', phone: '+491701234568', profile_url: 'https://x.example/p?id=7', notes: null },
    ])
  })

  it.each(['skip', 'fill_blanks', 'overwrite'] as const)(
    'is nothing new the second time under %s',
    async (policy) => {
      await importContent(server, recruiter, remarks)
      const before = await candidates()
      expect(await importContent(server, recruiter, remarks, { policy })).toMatchObject({
        skipped: 2,
        lostRows: 0,
      })
      expect(await candidates()).toEqual(before)
    },
  )

  it.each(['fill_blanks', 'overwrite'] as const)(
    'is added to notes that are there under %s',
    async (policy) => {
      const own = 'Name,Email,Notes,Position\nJane Doe,jane@x.example,Met in May,Forklift driver\n'
      await importContent(server, recruiter, own)
      const more = 'Name,Email,Position\nJane Doe,jane@x.example (private),Forklift driver\n'
      expect(await importContent(server, recruiter, more, { policy })).toMatchObject({
        updated: 1,
        lostRows: 0,
      })
      expect((await candidates())[0]!.notes).toBe('Met in May\n\nEmail: jane@x.example (private)')
      expect(await importContent(server, recruiter, more, { policy: 'skip' })).toMatchObject({ skipped: 1 })
    },
  )

  it('is lost, and counted, where the notes have no room for it', async () => {
    const full = `Name,Email,Notes,Position\nJane Doe,jane@x.example (private),${'x'.repeat(4990)},Forklift driver\n`
    const ended = await importContent(server, recruiter, full)
    expect(ended).toMatchObject({ created: 1, losses: [{ field: 'email', rows: 1 }] })
    const [row] = await lossesOf(ended)
    expect(row).toMatchObject({ lost_column: 'Email', lost_value: 'jane@x.example (private)' })
  })

  it('is kept of a corrected cell too', async () => {
    const ended = await importContent(
      server,
      recruiter,
      'Name,Email,Mobile,Position\nJane Doe (extern),jane@x.example,12-30,Forklift driver\nBo Berg,bo@x.example,(312) 555-0103,Forklift driver\n',
    )
    const report = await lossesOf(ended)
    await server.db
      .updateTable('candidates')
      .set({ notes: 'Own words' })
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', 'Jane Doe')
      .execute()
    report[0]!.Mobile = '+49 170 1234567 (evenings only)'
    expect(await importContent(server, recruiter, writeCsv(report))).toMatchObject({
      updated: 1,
      lostRows: 0,
    })
    expect(await candidates()).toMatchObject([
      { phone: '+491701234567', notes: 'Own words\n\nMobile: +49 170 1234567 (evenings only)' },
      { name: 'Bo Berg', notes: null },
    ])
  })
})

const header = 'Name,E-mail,Mobile,Applied,Position,Tags'

/** Four people, three of whom lose something; without it the next import would not recognise one of them. */
const lossy = [
  header,
  'Ann Able,ann@example.com,12-30,2024-03-01,Forklift driver,a',
  'Ben Brown,ben(at)example.com,12-31,03/04/2024,Forklift driver,b',
  'Cas Cole,cas@example.com,(312) 555-0103,2024-03-03,Forklift driver,c',
  `Dan Dole,"dan@example.com; dole@example.com",,2024-03-04,Forklift driver,"d;${long(50)}"`,
  '',
].join('\n')

async function importLossy() {
  const ended = await importContent(server, recruiter, lossy)
  return { ended, report: await lossesOf(ended) }
}

describe('the report of lost values', () => {
  it('has exactly the rows that lost something, with which cell, its value and why', async () => {
    const { body } = await upload(server, recruiter, lossy)
    const ended = await importNow(server, recruiter, body.id, { mapping: suggestedMapping(body) })
    expect(ended).toMatchObject({
      created: 4,
      lostRows: 3,
      losses: expect.arrayContaining([
        { field: 'phone', rows: 2 },
        { field: 'email', rows: 2 },
        { field: 'appliedAt', rows: 1 },
        { field: 'tags', rows: 1 },
      ]),
    })
    const report = await lossesOf(ended)
    expect(Object.keys(report[0]!)).toEqual([
      ...header.split(','),
      'import_id',
      'row_number',
      'lost_column',
      'lost_value',
      'lost_reason',
    ])
    expect(report.map(({ Name, row_number }) => [Name, row_number])).toEqual([
      ['Ann Able', '2'],
      ['Ben Brown', '3'],
      ['Dan Dole', '5'],
    ])
    expect(report[1]).toMatchObject({
      import_id: ended.id,
      'E-mail': 'ben(at)example.com',
      lost_column: 'E-mail\nMobile\nApplied',
      lost_value: 'ben(at)example.com\n12-31\n03/04/2024',
    })
    const { body: list } = await server.call(listImportRows, {
      as: recruiter,
      params: { id: ended.id },
      query: { result: 'lost' },
    })
    expect(list.total.value).toBe(3)
    expect(list.items[0]).toMatchObject({
      row: 2,
      name: 'Ann Able',
      message: 'Mobile: “12-30” is not a phone number',
    })
  })

  it.each(['skip', 'fill_blanks', 'overwrite', 'create_anyway'] as const)(
    'corrected and imported again under %s, fills in what was lost and makes nobody twice',
    async (policy) => {
      const { report } = await importLossy()
      const [ann, ben, dan] = report as [
        Record<string, string>,
        Record<string, string>,
        Record<string, string>,
      ]
      ann.Mobile = '+49 151 23456780'
      Object.assign(ben, { 'E-mail': 'ben@example.com', Mobile: '+49 151 23456781', Applied: '2024-04-03' })
      Object.assign(dan, { 'E-mail': 'dole@example.com', Tags: 'd;e' })

      const again = await upload(server, recruiter, writeCsv(report))
      expect(again.body.rememberedMapping).toEqual(suggestedMapping(again.body))
      const settings = { mapping: again.body.rememberedMapping!, policy }
      const counts = { create: 0, update: 3, skip: 0, conflict: 0, invalid: 0 }
      expect((await preview(server, recruiter, again.body.id, settings)).body).toMatchObject({
        counts,
        cases: [],
        lostRows: 0,
      })
      expect(await importNow(server, recruiter, again.body.id, settings)).toMatchObject({
        created: 0,
        updated: 3,
        lostRows: 0,
      })
      expect((await candidates()).map(({ name, email, phone }) => [name, email, phone])).toEqual([
        ['Ann Able', 'ann@example.com', '+4915123456780'],
        ['Ben Brown', 'ben@example.com', '+4915123456781'],
        ['Cas Cole', 'cas@example.com', '+13125550103'],
        ['Dan Dole', 'dole@example.com', null],
      ])
      const made = await applications()
      expect(made).toHaveLength(4)
      expect(made[1]!.applied_at.slice(0, 10)).toBe('2024-04-03')
      expect(made[3]!.tags).toEqual(['d', 'e'])
    },
  )

  it('is without effect when nothing was corrected, and says again what is lost', async () => {
    const { report } = await importLossy()
    const { body } = await upload(server, recruiter, writeCsv(report))
    const again = await importNow(server, recruiter, body.id, { mapping: body.rememberedMapping! })
    expect(again).toMatchObject({ created: 0, updated: 0, skipped: 3, lostRows: 3 })
    const second = await lossesOf(again)
    expect(second.map(({ lost_value }) => lost_value)).toEqual(report.map(({ lost_value }) => lost_value))
    expect(second.every(({ import_id }) => import_id === again.id)).toBe(true)
  })

  it('leaves what somebody entered since, and what was not lost', async () => {
    const [ann] = (await importLossy()).report
    await server.db
      .updateTable('candidates')
      .set({ phone: '+13125550199' })
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', 'Ann Able')
      .execute()
    Object.assign(ann!, { Mobile: '+49 151 23456780', 'E-mail': 'other@example.com' })
    const ended = await importContent(server, recruiter, writeCsv([ann!]))
    expect(ended).toMatchObject({ created: 0, updated: 0, skipped: 1 })
    expect((await candidates())[0]).toMatchObject({ email: 'ann@example.com', phone: '+13125550199' })
  })

  it('updates the row that each names, in any order and of several imports, also among people of one name', async () => {
    const importOf = async (letter: string) => {
      const people = [1, 2, 3].map((n) => `Jane Doe,${letter}${n}@example.com,12-3${n},Forklift driver`)
      const other = 'Cas Cole,cas@example.com,(312) 555-0103,Forklift driver'
      const content = `Name,Email,Mobile,Position\n${[...people, other].join('\n')}\n`
      return lossesOf(await importContent(server, recruiter, content))
    }
    const rows = [...(await importOf('a')), ...(await importOf('b'))]
    expect(rows.map(({ row_number }) => row_number)).toEqual(['2', '3', '4', '2', '3', '4'])
    for (const row of rows) {
      const [, letter, n] = /^([ab])(\d)/.exec(row.Email!)!
      row.Mobile = `+49 151 2345678${Number(n) + (letter === 'b' ? 5 : 0)}`
      // Nothing but its reference says whose row it is.
      row.Email = ''
    }
    const mixed = [4, 0, 5, 2, 1, 3].map((index) => rows[index]!)
    const blank = Object.fromEntries(Object.keys(rows[0]!).map((column) => [column, '']))
    const file = writeCsv([mixed[0]!, blank, ...mixed.slice(1)])
    expect(await importContent(server, recruiter, file)).toMatchObject({
      created: 0,
      updated: 6,
      conflicts: 0,
    })
    const janes = (await candidates()).filter(({ name }) => name === 'Jane Doe')
    expect(janes.map(({ email, phone }) => [email, phone])).toEqual([
      ['a1@example.com', '+4915123456781'],
      ['a2@example.com', '+4915123456782'],
      ['a3@example.com', '+4915123456783'],
      ['b1@example.com', '+4915123456786'],
      ['b2@example.com', '+4915123456787'],
      ['b3@example.com', '+4915123456788'],
    ])
  })

  it('updates whom the person of the row was merged into', async () => {
    const { report } = await importLossy()
    const [ann, , cas] = await candidates()
    await server.call(mergeCandidates, {
      as: recruiter,
      params: { id: cas!.id },
      body: {
        mergedId: ann!.id,
        version: cas!.version,
        mergedVersion: ann!.version,
        choices: { name: 'merged' },
      },
    })
    await server.db.updateTable('candidates').set({ phone: null }).where('id', '=', cas!.id).execute()
    report[0]!.Mobile = '+49 151 23456780'
    expect(await importContent(server, recruiter, writeCsv([report[0]!]))).toMatchObject({
      created: 0,
      updated: 1,
    })
    expect(await candidates()).toContainEqual(
      expect.objectContaining({ id: cas!.id, phone: '+4915123456780' }),
    )
  })

  it('refuses a row whose reference is to somebody of another name, and adds nobody', async () => {
    const { ended: first, report } = await importLossy()
    const [ann] = report
    const mixed = writeCsv([{ ...ann!, row_number: '3' }])
    const ended = await importContent(server, recruiter, mixed)
    expect(ended).toMatchObject({ created: 0, updated: 0, conflicts: 1 })
    const errors = await download(server, recruiter, downloadImportErrors, { id: ended.id })
    expect(errors.rows()[0]).toMatchObject({
      import_id: first.id,
      row_number: '3',
      error_code: 'other_row',
    })
    // Put right in the report of refused rows, it still says which row it corrects.
    const corrected = errors.rows()
    Object.assign(corrected[0]!, { row_number: '2', Mobile: '+49 151 23456780' })
    expect(await importContent(server, recruiter, writeCsv(corrected))).toMatchObject({ updated: 1 })
  })

  it('means nobody of another workspace, nor somebody deleted', async () => {
    const { report } = await importLossy()
    report[0]!.Mobile = '+49 151 23456780'
    const elsewhere = (await server.addWorkspace()).workspaceId
    const stranger = await server.addUser(elsewhere, 'recruiter')
    await addNamedPosition(server, elsewhere, 'Forklift driver')
    expect(await importContent(server, stranger, writeCsv([report[0]!]))).toMatchObject({ created: 1 })
    expect((await candidates())[0]!.phone).toBeNull()

    await server.db
      .updateTable('candidates')
      .set({ deleted_at: new Date().toISOString() })
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', 'Ann Able')
      .execute()
    expect(await importContent(server, recruiter, writeCsv([report[0]!]))).toMatchObject({ created: 1 })
  })

  it('takes references that make no sense for any other cell', async () => {
    const rows = ['nonsense', '', '00000000-0000-0000-0000-000000000000'].map((import_id, index) => ({
      Name: `Ann ${index}`,
      Position: 'Forklift driver',
      import_id,
      row_number: ['-1', '99999999999', '7'][index]!,
      lost_column: '',
      lost_value: '',
      lost_reason: '',
    }))
    expect(await importContent(server, recruiter, writeCsv(rows))).toMatchObject({ created: 3 })
  })

  it("is refused to those who may not import, and does not exist for another workspace's import", async () => {
    const { ended } = await importLossy()
    const viewer = await server.addUser(workspaceId, 'viewer')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const { body } = await upload(server, recruiter, lossy)
    const settings = { mapping: suggestedMapping(body) }
    expect((await download(server, viewer, downloadImportLosses, { id: ended.id })).status).toBe(403)
    expect((await download(server, stranger, downloadImportLosses, { id: ended.id })).status).toBe(404)
    const previewed = { importId: body.id, ...settings }
    expect((await download(server, viewer, downloadPreviewLosses, { body: previewed })).status).toBe(403)
    expect((await download(server, stranger, downloadPreviewLosses, { body: previewed })).status).toBe(404)
    const list = { as: stranger, params: { id: ended.id }, query: { result: 'lost' as const } }
    expect((await server.call(listImportRows, list)).status).toBe(404)
  })

  it('is logged', async () => {
    const { ended } = await importLossy()
    const logged = await server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'import.losses_exported')
      .select('subject_id')
      .execute()
    expect(logged).toEqual([{ subject_id: ended.id }])
    expect(
      (await server.call(getImportStatus, { as: recruiter, params: { id: ended.id } })).body.lossesUrl,
    ).toBe(`/api/v1/applications/bulk-import/status/${ended.id}/losses/`)
  })
})

describe('the history of an imported application', () => {
  const content = `Name,Email,Position,Owner,Source,Applied
Ana Ortiz,ana.lost@example.com,Forklift driver,Nobody Known,Fair,2031-01-05
Ben Hill,ben.lost@example.com,Forklift driver,,Fair,
`
  const historyOf = async (name: string, as: TestUser) => {
    const { id } = await server.db
      .selectFrom('applications')
      .where('workspace_id', '=', workspaceId)
      .where('candidate_name', '=', name)
      .select('id')
      .executeTakeFirstOrThrow()
    const query = { kind: ['imported' as const] }
    const { status, body } = await server.call(listActivityLogs, { as, params: { id }, query })
    return { status, bodies: body.items?.map((entry) => entry.body), id }
  }

  it('has the values of the file that could not be stored, and no others', async () => {
    await importContent(server, recruiter, content)
    const { bodies } = await historyOf('Ana Ortiz', recruiter)
    expect(bodies).toEqual(['From the file, not stored:\nOwner: Nobody Known\nApplied: 2031-01-05'])
    expect((await historyOf('Ben Hill', recruiter)).bodies).toEqual([null])
  })

  it('has them only for those who may see contact data, and not for another workspace', async () => {
    await importContent(server, recruiter, content)
    const blind = await server.addUser(workspaceId, 'recruiter')
    await hideContacts(server, blind)
    const { bodies, id } = await historyOf('Ana Ortiz', blind)
    expect(bodies).toEqual([null])
    const elsewhere = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    const { status } = await server.call(listActivityLogs, { as: elsewhere, params: { id }, query: {} })
    expect(status).toBe(404)
  })

  describe('after a later file has changed it', () => {
    const edits = async (as: TestUser) => {
      const { id } = await server.db
        .selectFrom('applications')
        .where('workspace_id', '=', workspaceId)
        .select('id')
        .executeTakeFirstOrThrow()
      const query = { kind: ['edited' as const], sort: 'at' as const }
      const { body } = await server.call(listActivityLogs, { as, params: { id }, query })
      return body.items.map((entry) => [entry.field, entry.body])
    }
    const first = 'Name,Email,Position\nAna Ortiz,ana.lost@example.com,Forklift driver\n'
    const change = (content: string) =>
      importContent(server, recruiter, content, { policy: 'fill_blanks', phoneCountry: 'US' })

    it('has the lost values of that row at its first change', async () => {
      await importContent(server, recruiter, first)
      await change(
        'Name,Email,Position,Owner,Source,Applied,Location\nAna Ortiz,ana.lost@example.com,Forklift driver,Nobody Known,Fair,2031-01-05,Bonn\n',
      )
      expect(await edits(recruiter)).toEqual([
        ['source', 'From the file, not stored:\nOwner: Nobody Known\nApplied: 2031-01-05'],
        ['location', null],
      ])
      const blind = await server.addUser(workspaceId, 'recruiter')
      await hideContacts(server, blind)
      expect(await edits(blind)).toEqual([
        ['source', null],
        ['location', null],
      ])
    })

    it('has them when only the person was changed, too', async () => {
      await importContent(server, recruiter, first)
      await change(
        'Name,Email,Position,Owner,Location\nAna Ortiz,ana.lost@example.com,Forklift driver,Nobody Known,Bonn\n',
      )
      expect(await edits(recruiter)).toEqual([
        ['location', 'From the file, not stored:\nOwner: Nobody Known'],
      ])
    })

    it('has none of a row that lost nothing', async () => {
      await importContent(server, recruiter, first)
      await change('Name,Email,Position,Location\nAna Ortiz,ana.lost@example.com,Forklift driver,Bonn\n')
      expect(await edits(recruiter)).toEqual([['location', null]])
    })
  })
})
