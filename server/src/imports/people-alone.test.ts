import { createApplication } from '@muster/contract/applications.ts'
import { exportCandidates } from '@muster/contract/candidates.ts'
import { listImportRows } from '@muster/contract/import-rows.ts'
import { previewImportUndo, undoImport } from '@muster/contract/import-undo.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  addNamedPosition,
  download,
  importContent,
  importNow,
  preview,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'
import { runUndo } from './undo/run-undo.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let driver: TestPosition

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Rita Recruiter' })
  driver = await addNamedPosition(server, workspaceId, 'Forklift driver')
})

afterAll(() => server?.stop())

const file = `Name,Email,Phone,Current title
Ana Ortiz,ana@example.com,+1 312 555 0101,Cook
Ben Hill,ben@example.com,,
Ben Hill,ben@example.com,+1 312 555 0102,Welder
Cy Young,,,
`

const people = () =>
  server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .select(['id', 'name', 'email', 'phone', 'current_title', 'version'])
    .execute()

const applications = () =>
  server.db.selectFrom('applications').where('workspace_id', '=', workspaceId).selectAll().execute()

async function look(content: string, more: object = {}) {
  const { body } = await upload(server, recruiter, content)
  const seen = await preview(server, recruiter, body.id, { mapping: suggestedMapping(body), ...more })
  return { id: body.id, mapping: suggestedMapping(body), ...seen.body }
}

describe('a file of people alone', () => {
  it('adds people without applications, as the preview says', async () => {
    const { id, mapping, counts, reasons, rows } = await look(file, { policy: 'fill_blanks' })
    expect(counts).toMatchObject({ total: 4, create: 3, update: 1, skip: 0, conflict: 0, invalid: 0 })
    expect(reasons.map(({ code, severity, count }) => [code, severity, count])).toEqual([
      ['without_application', 'warning', 3],
      ['duplicate_in_file', 'warning', 1],
      ['only_a_name', 'warning', 1],
    ])
    expect(rows[0]).toMatchObject({ result: 'create', position: null })
    const ended = await importNow(server, recruiter, id, { mapping, policy: 'fill_blanks' })
    expect(ended).toMatchObject({ total: 4, created: 3, updated: 1, skipped: 0, conflicts: 0, invalid: 0 })
    expect(await applications()).toEqual([])
    expect(await people()).toMatchObject([
      { name: 'Ana Ortiz', phone: '+13125550101', current_title: 'Cook' },
      { name: 'Ben Hill', phone: '+13125550102', current_title: 'Welder' },
      { name: 'Cy Young' },
    ])
    const { body: listed } = await server.call(listImportRows, {
      as: recruiter,
      params: { id },
      query: { result: 'created' },
    })
    expect(listed.items).toMatchObject([
      { row: 2, name: 'Ana Ortiz', applicationId: null, candidateId: (await people())[0]!.id },
      { row: 3, name: 'Ben Hill', applicationId: null },
      { row: 5, name: 'Cy Young', applicationId: null },
    ])
  })

  it('is nothing new the second time, and updates by the policy', async () => {
    await importContent(server, recruiter, file.replace('Cy Young,,,\n', ''), { policy: 'fill_blanks' })
    const before = await people()
    for (const policy of ['skip', 'fill_blanks', 'overwrite'] as const) {
      const { counts, reasons } = await look(file.replace('Cy Young,,,\n', ''), { policy })
      expect(counts).toMatchObject({ create: 0, update: 0, skip: 3, conflict: 0, invalid: 0 })
      expect(reasons.map(({ code }) => code)).toEqual([policy === 'skip' ? 'already_known' : 'nothing_new'])
    }
    const changed = 'Name,Email,Current title\nAna Ortiz,ana@example.com,Chef\n'
    expect(await importContent(server, recruiter, changed)).toMatchObject({ skipped: 1, updated: 0 })
    expect(await people()).toEqual(before)
    expect(await importContent(server, recruiter, changed, { policy: 'overwrite' })).toMatchObject({
      updated: 1,
    })
    expect((await people())[0]).toMatchObject({ current_title: 'Chef', version: before[0]!.version + 1 })
  })

  it('asks about another name under the same e-mail, and about somebody who is twice in it', async () => {
    const twice =
      'Name,Email\nAna Ortiz,ana@example.com\nAna Ortiz,ana@example.com\nBob Stone,ana@example.com\n'
    const { counts, cases } = await look(twice)
    expect(counts).toMatchObject({ create: 1, skip: 1, conflict: 1 })
    expect(cases.map(({ kind, count }) => [kind, count])).toEqual([
      ['email_of_another', 1],
      ['duplicate_in_file', 1],
    ])
    const chosen = { cases: { email_of_another: 'new_person', duplicate_in_file: 'new_person' } } as const
    expect(await importContent(server, recruiter, twice, chosen)).toMatchObject({ created: 3 })
    expect((await people()).map(({ name }) => name)).toEqual(['Ana Ortiz', 'Ana Ortiz', 'Bob Stone'])
  })

  it('refuses the cells that only an application holds, and takes the rest of the row', async () => {
    const { counts, rows } = await look(
      'Name,Email,Status,Source,Applied,Tags\nAna Ortiz,ana@example.com,Screening,Indeed,2026-01-05,night\n',
    )
    expect(counts).toMatchObject({ create: 1, invalid: 0 })
    const refused = rows[0]!.problems.filter(({ code }) => code === 'needs_application')
    expect(refused.map(({ column, severity }) => [column, severity])).toEqual([
      ['Status', 'error'],
      ['Source', 'error'],
      ['Applied', 'error'],
      ['Tags', 'error'],
    ])
  })

  it('still needs a position where a column names them', async () => {
    const { counts, rows } = await look('Name,Email,Position\nAna Ortiz,ana@example.com,\n')
    expect(counts).toMatchObject({ create: 0, invalid: 1 })
    expect(rows[0]!.problems[0]).toMatchObject({ code: 'position_missing', severity: 'error' })
    expect((await look(file, { positionId: driver.id })).reasons.map(({ code }) => code)).not.toContain(
      'without_application',
    )
  })

  it('is undone with everybody it brought, save those who have an application since', async () => {
    const { id } = await importContent(server, recruiter, file, { policy: 'fill_blanks' })
    const [ana] = await people()
    const { status } = await server.call(createApplication, {
      as: recruiter,
      body: { positionId: driver.id, candidateId: ana!.id },
    })
    expect(status).toBe(201)
    const { body: seen } = await server.call(previewImportUndo, { as: recruiter, params: { id } })
    expect(seen).toMatchObject({ total: 4, undone: 3, kept: 1, removedPeople: 2, removedApplications: 0 })
    await server.call(undoImport, { as: recruiter, params: { id } })
    await runUndo(server.services, { workspaceId, importId: id })
    expect((await people()).map(({ name }) => name)).toEqual(['Ana Ortiz'])
  })

  it('restores what it changed about people who were there', async () => {
    await importContent(server, recruiter, file, { policy: 'fill_blanks' })
    const before = await people()
    const changed = 'Name,Email,Current title\nAna Ortiz,ana@example.com,Chef\n'
    const { id } = await importContent(server, recruiter, changed, { policy: 'overwrite' })
    await server.call(undoImport, { as: recruiter, params: { id } })
    await runUndo(server.services, { workspaceId, importId: id })
    expect((await people()).map(({ name, current_title: title }) => [name, title])).toEqual(
      before.map(({ name, current_title: title }) => [name, title]),
    )
  })

  it('of another workspace has IDs that are not known here', async () => {
    await importContent(server, recruiter, file, { policy: 'fill_blanks' })
    const { content } = await download(server, recruiter, exportCandidates)
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    const { body } = await upload(server, other, content)
    const { counts, reasons } = (await preview(server, other, body.id, { mapping: suggestedMapping(body) }))
      .body
    expect(counts).toMatchObject({ create: 3, skip: 0 })
    expect(reasons).toContainEqual(expect.objectContaining({ code: 'id_unknown', count: 3 }))
  })
})

describe('the ID of an export', () => {
  it('does not count for a row of another name', async () => {
    await importContent(server, recruiter, file, { policy: 'fill_blanks' })
    const [ana, ben] = await people()
    const mixed = `Name,E-mail,ID\nBen Hill,ben@example.com,${ana!.id}\nAna Ortiz,ana@example.com,nonsense\n`
    const { body } = await upload(server, recruiter, mixed)
    const mapping = { 0: 'fullName', 1: 'email', 2: 'candidateId' } as const
    const { rows } = (await preview(server, recruiter, body.id, { mapping, policy: 'overwrite' })).body
    expect(rows.map(({ result, problems }) => [result, problems.map(({ code }) => code)])).toEqual([
      ['skip', ['id_of_another', 'nothing_new']],
      ['skip', ['invalid_id', 'nothing_new']],
    ])
    await importNow(server, recruiter, body.id, { mapping, policy: 'overwrite' })
    expect((await people())[1]).toEqual(ben)
  })

  it('identifies a row that has nothing else, and nobody where it is not known', async () => {
    await importContent(server, recruiter, file, { policy: 'fill_blanks' })
    const cy = (await people())[2]!
    const { body } = await upload(
      server,
      recruiter,
      `ID,Title\n${cy.id},Smith\n${crypto.randomUUID()},Cook\n`,
    )
    const mapping = { 0: 'candidateId', 1: 'currentTitle' } as const
    const ended = await importNow(server, recruiter, body.id, { mapping, policy: 'overwrite' })
    expect(ended).toMatchObject({ updated: 1, invalid: 1, created: 0 })
    expect((await people())[2]).toMatchObject({ name: 'Cy Young', current_title: 'Smith' })
  })
})

describe('a row without an ID', () => {
  it('finds its application on a closed position, and needs an open one for a new application', async () => {
    const row = 'Ana Ortiz,ana@example.com,Forklift driver,2026-01-05\n'
    await importContent(server, recruiter, `Name,Email,Position,Applied\n${row}`)
    await server.db.updateTable('positions').set({ state: 'closed' }).where('id', '=', driver.id).execute()
    const { rows } = await look(
      `Name,Email,Position,Applied\n${row}Ben Hill,ben@example.com,Forklift driver,2026-01-05\n`,
      { policy: 'overwrite', values: { position: { 'Forklift driver': null } } },
    )
    expect(rows.map(({ result, problems }) => [result, problems[0]?.code])).toEqual([
      ['skip', 'nothing_new'],
      ['invalid', 'position_unknown'],
    ])
  })

  it('finds the application of the same minute among several on its position', async () => {
    const head = 'Name,Email,Position,Status,Applied\n'
    const first = 'Ana Ortiz,ana@example.com,Forklift driver,Rejected,2026-01-05\n'
    const second = 'Ana Ortiz,ana@example.com,Forklift driver,Applied,2026-11-02\n'
    await importContent(server, recruiter, head + first)
    await server.db
      .updateTable('applications')
      .set({ closed_at: '2026-01-01' })
      .where('workspace_id', '=', workspaceId)
      .execute()
    await importContent(server, recruiter, head + second)
    expect((await applications()).length).toBe(2)
    for (const policy of ['skip', 'overwrite'] as const)
      expect((await look(head + first + second, { policy })).counts).toMatchObject({
        create: 0,
        update: 0,
        skip: 2,
      })
  })
})
