import { exportApplications } from '@muster/contract/application-export.ts'
import * as contract from '@muster/contract/applications.ts'
import * as candidates from '@muster/contract/candidates.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  addNamedPosition,
  download,
  importNow,
  preview,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'

let server: TestServer
let recruiter: TestUser
let position: TestPosition

const phone = '+1 312 555 01'
/** What people, files and programs write, and nothing may become of it. */
const people = [
  { name: '=HYPERLINK("http://evil.example")', email: 'a@example.com', tags: ['a, b', 'c;d'] },
  { name: "'=already guarded", email: 'b@example.com', tags: ['n/a', '=1+1'] },
  {
    name: '-Dash, Ana "the best"',
    email: 'c@example.com',
    phone: `${phone}01 ext. 23`,
    tags: ['one', 'two'],
  },
  {
    name: '@handle',
    email: 'd+x@example.com',
    currentCompany: '"Quoted", Inc.\u00a0',
    location: '+1 Street, Town',
  },
  { name: 'Ortiz, Ana', phone: `${phone}05`, notes: 'two lines\nand =three', consent: 'given' as const },
  { name: 'Dr. MÜLLER-Lüdenscheidt (extern)', email: 'f@example.com', doNotCall: true },
  { name: '王 小明', email: 'g@example.com', profileUrl: 'https://www.linkedin.com/in/wang-x' },
  { name: 'None', email: 'h@example.com', externalId: '0012', currentTitle: 'N/A' },
  { name: '🙂 Zoë\u200d', email: 'i@example.com', consent: 'withdrawn' as const },
]

beforeAll(async () => {
  server = await startTestServer({ poolSize: 6 })
  const { workspaceId } = await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Maya O’Connor' })
  position = await addNamedPosition(server, workspaceId, '+Nurse; "nights", Zürich')
  for (const [index, { tags = [], ...candidate }] of people.entries()) {
    const { status, body } = await server.call(contract.createApplication, {
      as: recruiter,
      body: {
        positionId: position.id,
        candidate,
        tags,
        source: index % 2 ? 'unknown' : '-indeed, "paid"',
        ownerId: index % 3 ? recruiter.id : null,
        statusId: Object.values(position.statuses)[index % 4]!,
        appliedAt: `2026-0${index + 1}-28T23:30:12.345Z`,
      },
    })
    expect(status, JSON.stringify(body)).toBe(201)
  }
})

afterAll(() => server?.stop())

async function exportFile(
  endpoint: AnyEndpoint,
  as: TestUser,
  query: object,
  language: string,
): Promise<Buffer> {
  const { status, content } = await download(server, as, endpoint, { query, language })
  expect(status).toBe(200)
  return content
}

/** What of an application and its person a file carries. */
async function carried(as: TestUser): Promise<object[]> {
  const { rows } = await sql<object>`
      select c.name, c.email, c.phone, c.phone_extension, c.profile_url, c.external_id, c.location, c.current_company,
        c.current_title, c.notes, c.do_not_call, c.consent, p.name as position, s.name as status, u.name as owner,
        a.source, a.tags, date_trunc('minute', a.applied_at) as applied,
        date_trunc('minute', a.entered_status_at) as entered, date_trunc('day', a.closed_at) as closed
      from applications a
      join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
      join positions p on p.workspace_id = a.workspace_id and p.id = a.position_id
      join statuses s on s.workspace_id = a.workspace_id and s.id = a.status_id
      left join users u on u.workspace_id = a.workspace_id and u.id = a.owner_id
      where a.workspace_id = ${as.workspaceId} and a.deleted_at is null
      order by a.applied_at
    `.execute(server.db)
  return rows
}

const files = [
  { format: 'csv', language: 'en' },
  { format: 'csv', bom: 'true', language: 'de' },
  { format: 'csv', language: 'de' },
  { format: 'xlsx', language: 'en' },
  { format: 'xlsx', language: 'de' },
]

describe('a file that was exported', () => {
  it.each(files)(
    'imports again and changes nothing: $format in $language',
    async ({ language, ...query }) => {
      const content = await exportFile(exportApplications, recruiter, query, language)
      // Read by a colleague in the other language.
      const { body } = await upload(server, recruiter, content, {
        name: `people.${query.format}`,
        language: language === 'de' ? 'en' : 'de',
      })
      expect(Object.values(suggestedMapping(body)).sort()).toEqual(
        [
          ...[
            'fullName',
            'email',
            'phone',
            'profileUrl',
            'externalId',
            'location',
            'currentCompany',
            'currentTitle',
          ],
          'applicationId',
          'statusAt',
          'closedAt',
          ...['notes', 'doNotCall', 'consent', 'position', 'status', 'owner', 'source', 'tags', 'appliedAt'],
        ].sort(),
      )
      expect(body.columns.every(({ suggestion }) => suggestion.confidence === 1)).toBe(true)
      expect(body.rowCount).toBe(people.length)
      for (const policy of ['skip', 'fill_blanks', 'overwrite'] as const) {
        const { counts, rows } = (
          await preview(server, recruiter, body.id, { mapping: suggestedMapping(body), policy })
        ).body
        expect(counts, JSON.stringify(rows)).toMatchObject({ skip: people.length, total: people.length })
      }
    },
  )

  it.each(files)(
    'makes the same of an empty workspace: $format in $language',
    async ({ language, ...query }) => {
      const content = await exportFile(exportApplications, recruiter, query, language)
      const { workspaceId } = await server.addWorkspace()
      const other = await server.addUser(workspaceId, 'recruiter', { name: 'Maya O’Connor' })
      await addNamedPosition(server, workspaceId, '+Nurse; "nights", Zürich')
      const { body } = await upload(server, other, content, { name: `people.${query.format}`, language })
      const ended = await importNow(server, other, body.id, { mapping: suggestedMapping(body) })
      expect(ended).toMatchObject({ created: people.length, conflicts: 0, invalid: 0 })
      expect(await carried(other)).toEqual(await carried(recruiter))
    },
  )

  it('is known also with some of its columns, and as an export of candidates', async () => {
    const some = await exportFile(
      exportApplications,
      recruiter,
      { columns: 'candidate,statusType,email' },
      'en',
    )
    const { body } = await upload(server, recruiter, some)
    expect(suggestedMapping(body)).toEqual({ 0: 'fullName', 2: 'email' })
    const persons = await exportFile(candidates.exportCandidates, recruiter, {}, 'de')
    const analysed = await upload(server, recruiter, persons)
    const settings = { mapping: suggestedMapping(analysed.body), positionId: position.id }
    const { counts } = (await preview(server, recruiter, analysed.body.id, settings)).body
    expect(counts).toMatchObject({ skip: people.length, total: people.length })
  })

  it('is known by the headers of earlier versions', async () => {
    const content = await exportFile(exportApplications, recruiter, { format: 'csv' }, 'en')
    const today = content.toString('utf8')
    const former = today.replace(/^.*/, (header) =>
      header
        .replace(',Email,', ',E-mail,')
        .replace(',External ID,', ',External id,')
        .replace(',Outcome,', ',Disposition,'),
    )
    expect(former).not.toBe(today)
    const analysed = await upload(server, recruiter, former)
    expect(suggestedMapping(analysed.body)).toEqual(
      suggestedMapping((await upload(server, recruiter, today)).body),
    )
  })

  it('is any file when it has names and contact data alone', async () => {
    const { body } = await upload(server, recruiter, 'Candidate,E-mail\n"Ortiz, Ana",ana@example.com\n')
    const { rows } = (
      await preview(server, recruiter, body.id, { mapping: suggestedMapping(body), positionId: position.id })
    ).body
    expect(rows[0]).toMatchObject({ result: 'create', name: 'Ana Ortiz' })
  })
})
