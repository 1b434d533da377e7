import type { CallOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/import-preview.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hideContacts } from '../../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import {
  addNamedPosition,
  importContent,
  importNow,
  preview,
  type Settings,
  suggestedMapping,
  upload,
} from '../fixtures/import-kit.ts'

let server: TestServer
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  const { workspaceId } = await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter')
  await addNamedPosition(server, workspaceId, 'Forklift driver')
})

afterAll(() => server?.stop())

const header = 'Name,Email,Phone,Position,Shoe size\n'

async function given(content: string) {
  const { body } = await upload(server, recruiter, header + content)
  return { id: body.id, settings: { mapping: suggestedMapping(body) } satisfies Settings }
}

type Correction = CallOf<typeof contract.correctImport>['body']['corrections'][number]

function correct(id: string, ...corrections: Correction[]) {
  return server.call(contract.correctImport, { as: recruiter, params: { id }, body: { corrections } })
}

async function addressesKept(): Promise<(string | null)[]> {
  const rows = await server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', recruiter.workspaceId)
    .orderBy('id')
    .select('email')
    .execute()
  return rows.map(({ email }) => email)
}

describe('previewImport', () => {
  it('pages through the rows of one look, by outcome, reason and case', async () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0
        ? `Person ${index},not an address,,Forklift driver,42`
        : `Person ${index},p${index}@example.com,,${index % 3 === 1 ? 'Forklift driver' : 'Pilot'},42`,
    )
    const { id, settings } = await given(`${lines.join('\n')}\nPerson 1,p1@example.com,,Forklift driver,42\n`)
    const snapshot = crypto.randomUUID()
    const look = async (more: object) => {
      const { status, body } = await preview(server, recruiter, id, { ...settings, snapshot, ...more })
      expect(status).toBe(200)
      return body
    }
    let found = await look({ limit: 25 })
    while (!found.isComplete) found = await look({ limit: 25 })
    expect(found).toMatchObject({ rowCount: 61, looked: 61, counts: { create: 40, invalid: 20, skip: 1 } })
    expect(found.reasons).toContainEqual({
      code: 'position_unknown',
      label: 'Unknown position',
      severity: 'error',
      count: 20,
    })
    const numbers = found.rows.map(({ row }) => row)
    for (let cursor = found.nextCursor; cursor; ) {
      const next = await look({ limit: 25, cursor })
      numbers.push(...next.rows.map(({ row }) => row))
      cursor = next.nextCursor
    }
    expect(numbers).toEqual(Array.from({ length: 61 }, (_, index) => index + 2))
    const doubtful = await look({ reason: 'invalid_email' })
    expect(doubtful.rows).toHaveLength(20)
    expect(doubtful.rows[0]!.problems[0]).toMatchObject({ column: 'Email', sameValue: 20 })
    expect((await look({ only: 'create', reason: 'invalid_email', limit: 5 })).rows).toHaveLength(5)
    expect((await look({ case: 'duplicate_in_file' })).rows.map(({ row }) => row)).toEqual([62])
  })

  it('shows cells as they would be kept, of the mapped columns unless all are wanted', async () => {
    const { id, settings } = await given('Ann Able,ANN@Example.com,(312) 555-0100 x7,forklift DRIVER,42\n')
    const { body } = await preview(server, recruiter, id, settings)
    expect(body.rows[0]!.cells).toEqual([
      { column: 0, value: 'Ann Able', stored: 'Ann Able', original: null },
      { column: 1, value: 'ANN@Example.com', stored: 'ann@example.com', original: null },
      { column: 2, value: '(312) 555-0100 x7', stored: '+13125550100 x7', original: null },
      { column: 3, value: 'forklift DRIVER', stored: 'Forklift driver', original: null },
    ])
    const all = await preview(server, recruiter, id, { ...settings, everyColumn: true })
    expect(all.body.rows[0]!.cells[4]).toEqual({ column: 4, value: '42', stored: null, original: null })
  })

  it('reports an application date in the future and does not store it', async () => {
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const { body } = await upload(
      server,
      recruiter,
      `Name,Email,Position,Applied\nAnn Able,ann@example.com,Forklift driver,${future}\n` +
        'Bo Berg,bo@example.com,Forklift driver,2021-05-31\n',
    )
    const settings: Settings = { mapping: suggestedMapping(body) }
    const { body: found } = await preview(server, recruiter, body.id, settings)
    expect(found.rows.map(({ cells }) => cells[3]!.stored)).toEqual([null, expect.stringContaining('2021')])
    expect(found.rows.map(({ problems }) => problems)).toMatchObject([
      [{ column: 'Applied', code: 'future_date', message: `“${future}” is in the future` }],
      [],
    ])
  })

  it('shows the people of a case side by side and does with its rows what was chosen, as the import does', async () => {
    await importContent(server, recruiter, `${header}Marcus Lee,team@example.com,,Forklift driver,42\n`)
    const { id, settings } = await given('Jordan Kim,team@example.com,,Forklift driver,42\n')
    const { body } = await preview(server, recruiter, id, settings)
    expect(body).toMatchObject({
      counts: { conflict: 1 },
      cases: [
        {
          kind: 'email_of_another',
          count: 1,
          choice: 'leave_out',
          examples: [{ row: 2, name: 'Jordan Kim', person: { name: 'Marcus Lee', row: null } }],
        },
      ],
    })
    const cases = { email_of_another: 'new_person' } as const
    const decided = await preview(server, recruiter, id, { ...settings, cases })
    expect(decided.body).toMatchObject({ counts: { create: 1 }, cases: [{ choice: 'new_person' }] })
    expect(await importNow(server, recruiter, id, { ...settings, cases })).toMatchObject({
      created: 1,
      cases,
    })
    const again = await given('Jordan Kim,team@example.com,,Forklift driver,42\n')
    const { body: third } = await preview(server, recruiter, again.id, again.settings)
    expect(third.counts).toMatchObject({ skip: 1, conflict: 0 })
  })

  it('refuses a choice that makes no sense of its case', async () => {
    const { id, settings } = await given('Ann Able,,,Forklift driver,42\n')
    const cases = { already_open: 'apply_again' } as const
    expect((await preview(server, recruiter, id, { ...settings, cases })).status).toBe(422)
  })
})

describe('correctImport', () => {
  const content =
    'Ann Able,ann@,,Forklift driver,42\nBen Brown,ben@example.com,,Pilot,42\nCas Cole,c@example.com,,Pilot,42\n'

  it('counts for the preview and the import, and leaves the file as it is', async () => {
    const { id, settings } = await given(content)
    const { status, body } = await correct(
      id,
      { column: 1, row: 2, original: 'ann@', value: 'ann@example.com' },
      { column: 3, row: null, original: 'Pilot', value: 'Forklift driver' },
    )
    expect([status, body.items.length]).toEqual([200, 2])
    const found = await preview(server, recruiter, id, settings)
    expect(found.body.counts).toMatchObject({ create: 3, invalid: 0 })
    expect(found.body.rows[0]!.cells[1]).toEqual({
      column: 1,
      value: 'ann@example.com',
      stored: 'ann@example.com',
      original: 'ann@',
    })
    expect(await importNow(server, recruiter, id, settings)).toMatchObject({ created: 3, corrections: 2 })
    expect(await addressesKept()).toEqual(['ann@example.com', 'ben@example.com', 'c@example.com'])
    expect((await correct(id, { column: 1, row: 2, original: 'ann@', value: null })).status).toBe(409)
  })

  it('is refused while the import waits or was imported in part, and by those who may not see its rows', async () => {
    const { id } = await given(content)
    const ask = (column: number, as = recruiter) => {
      const corrections = [{ column, row: 2, original: 'ann@', value: 'ann@example.com' }]
      return server.call(contract.correctImport, { as, params: { id }, body: { corrections } })
    }
    const set = (values: object) =>
      server.db.updateTable('imports').set(values).where('id', '=', id).execute()
    expect((await ask(5)).status).toBe(422)
    const blind = await server.addUser(recruiter.workspaceId, 'recruiter')
    await hideContacts(server, blind)
    expect((await ask(1, blind)).status).toBe(403)
    await set({ state: 'queued' })
    expect((await ask(1)).status).toBe(409)
    await set({ state: 'canceled', last_row: 2 })
    expect((await ask(1)).status).toBe(409)
  })

  it('is taken back, goes for the row before the value, and is seen at once by a look that goes on', async () => {
    const { id, settings } = await given(content)
    const snapshot = crypto.randomUUID()
    const pilots = async () => {
      const { body } = await preview(server, recruiter, id, { ...settings, snapshot })
      return body.rows.map(({ cells }) => cells[3]!.value)
    }
    expect(await pilots()).toEqual(['Forklift driver', 'Pilot', 'Pilot'])
    await correct(
      id,
      { column: 3, row: null, original: 'Pilot', value: 'Driver' },
      { column: 3, row: 4, original: 'Pilot', value: 'Forklift driver' },
    )
    expect(await pilots()).toEqual(['Forklift driver', 'Driver', 'Forklift driver'])
    await correct(id, { column: 3, row: null, original: 'Pilot', value: null })
    expect(await pilots()).toEqual(['Forklift driver', 'Pilot', 'Forklift driver'])
    const { body } = await server.call(contract.listImportCorrections, { as: recruiter, params: { id } })
    expect(body.items).toEqual([{ column: 3, row: 4, original: 'Pilot', value: 'Forklift driver' }])
  })

  it('is in the report of rows that were still not taken', async () => {
    const { id, settings } = await given('Ann Able,ann@example.com,,Pilot,42\n')
    await correct(id, { column: 3, row: 2, original: 'Pilot', value: 'Steward' })
    expect(await importNow(server, recruiter, id, settings)).toMatchObject({ invalid: 1 })
    const row = await server.db
      .selectFrom('import_rows')
      .where('import_id', '=', id)
      .select('cells')
      .executeTakeFirstOrThrow()
    expect(row.cells).toContain('Steward')
  })
})
