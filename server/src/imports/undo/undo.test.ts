import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createComment } from '@muster/contract/activity-logs.ts'
import { createApplication, listApplications, updateApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { deleteCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { getImportStatus, resumeImport } from '@muster/contract/import-status.ts'
import {
  downloadUndoReport,
  listKeptRows,
  previewImportUndo,
  undoImport,
} from '@muster/contract/import-undo.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestPosition } from '../../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import {
  addNamedPosition,
  download,
  execute,
  importContent,
  suggestedMapping,
  upload,
} from '../fixtures/import-kit.ts'
import type { WorkerOrder } from '../fixtures/import-worker.ts'
import { runImport } from '../run-import.ts'
import { runUndo } from './run-undo.ts'

const importWorker = join(import.meta.dirname, '../fixtures/import-worker.ts')
const undoWorker = join(import.meta.dirname, '../fixtures/undo-worker.ts')

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let driver: TestPosition

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  driver = await addNamedPosition(server, workspaceId, 'Forklift driver')
})

afterAll(() => server?.stop())

/** Asks for the undo and does its job here and now. */
async function undoNow(importId: string) {
  const asked = await server.call(undoImport, { as: recruiter, params: { id: importId } })
  expect(asked.status).toBe(202)
  await runUndo(server.services, { workspaceId, importId })
  const { body } = await server.call(getImportStatus, { as: recruiter, params: { id: importId } })
  return body.undo!
}

async function preview(importId: string) {
  const { body } = await server.call(previewImportUndo, { as: recruiter, params: { id: importId } })
  return body
}

async function kept(importId: string) {
  const { body } = await server.call(listKeptRows, {
    as: recruiter,
    params: { id: importId },
    query: {},
  })
  return body.items
}

/** What people of the workspace see, without versions and times. */
async function visible() {
  const query = async (statement: ReturnType<typeof sql>) => (await statement.execute(server.db)).rows
  return {
    people: await query(sql`
      select id, name, email, phone, phone_extension, profile_url, external_id, location, current_company,
        current_title, notes, tags, do_not_call, consent, search_text
      from candidates where workspace_id = ${workspaceId} and deleted_at is null order by id`),
    applications: await query(sql`
      select id, candidate_id, position_id, status_id, status_type, reached, rank, due_at, owner_id, source, tags,
        disposition, closed_at, applied_at, candidate_name, candidate_search
      from applications where workspace_id = ${workspaceId} and deleted_at is null order by id`),
    dispositions: await query(sql`
      select d.* from dispositions d
      join applications a on a.workspace_id = d.workspace_id and a.id = d.application_id and a.deleted_at is null
      where d.workspace_id = ${workspaceId} order by application_id`),
    logs: await query(sql`
      select l.application_id, l.kind, l.field, l.new_value from activity_logs l
      join applications a on a.workspace_id = l.workspace_id and a.id = l.application_id and a.deleted_at is null
      where l.workspace_id = ${workspaceId} and l.reverted_at is null and l.kind <> 'reverted' order by l.id`),
  }
}

async function applicationOf(name: string): Promise<{ id: string; candidateId: string; version: number }> {
  const { body } = await server.call(listApplications, { as: recruiter, query: { q: name } })
  const [one] = body.items
  return { id: one!.id, candidateId: one!.candidate.id, version: one!.version }
}

const five = `Name,Email,Vacancy
Ann Able,ann@example.com,Forklift driver
Ben Brown,ben@example.com,Forklift driver
Cas Cole,cas@example.com,Forklift driver
Dan Dole,dan@example.com,Forklift driver
Eve East,eve@example.com,Forklift driver
`

describe('undoImport', () => {
  it('removes what the import brought and restores what it changed, and says so in the histories', async () => {
    await importContent(server, recruiter, 'Name,Email,Vacancy\nAnn Able,ann@example.com,Forklift driver\n')
    const before = await visible()
    const file = `Name,Email,Phone,Location,Source,Tags,Vacancy,Do not call
Ann M. Able,ann@example.com,312-555-0199,Chicago,Fair,night; day,Forklift driver,yes
Ben Brown,ben@example.com,312-555-0188,Boston,Fair,day,Forklift driver,
`
    const one = await importContent(server, recruiter, file, {
      policy: 'overwrite',
      cases: { email_of_another: 'same_person' },
    })
    expect(one).toMatchObject({ created: 1, updated: 1, undo: null })
    expect(await visible()).not.toEqual(before)
    expect(await preview(one.id)).toMatchObject({
      total: 2,
      looked: 2,
      undone: 2,
      kept: 0,
      removedPeople: 1,
      removedApplications: 1,
      restoredPeople: 1,
      restoredApplications: 1,
      reasons: [],
    })
    expect(await undoNow(one.id)).toMatchObject({ state: 'completed', total: 2, undone: 2, kept: 0 })
    expect(await visible()).toEqual(before)
    const { rows } = await sql<{ kind: string; field: string; new_value: string; cause: string }>`
      select kind, field, new_value, cause from activity_logs
      where workspace_id = ${workspaceId} and kind = 'reverted' order by id`.execute(server.db)
    expect(rows.filter(({ field }) => field === null)).toHaveLength(1)
    expect(rows).toContainEqual({ kind: 'reverted', field: 'name', new_value: 'Ann Able', cause: 'import' })
    const { rows: audit } = await sql`
      select 1 from audit_logs where workspace_id = ${workspaceId} and action = 'import.undone'`.execute(
      server.db,
    )
    expect(audit).toHaveLength(1)
    const told = await server.db
      .selectFrom('notifications')
      .where('workspace_id', '=', workspaceId)
      .where('import_id', '=', one.id)
      .select('text')
      .execute()
    expect(told.map(({ text }) => text)).toContain('people.csv was undone: 2 rows')
  })

  it('leaves rows alone that were moved, called, commented on or edited since, and lists why', async () => {
    const one = await importContent(server, recruiter, five)
    const [ann, ben, cas, dan] = await Promise.all(['ann', 'ben', 'cas', 'dan'].map(applicationOf))
    const as = recruiter
    await server.call(moveApplications, {
      as,
      params: { id: driver.id },
      body: { applicationIds: [ann!.id], toStatusId: driver.statuses.contacted },
    })
    await server.call(logCall, { as, body: { applicationId: ben!.id, endReason: 'no_answer' } })
    await server.call(createComment, { as, params: { id: cas!.id }, body: { body: 'Asks for Monday' } })
    await server.call(updateCandidate, {
      as,
      params: { id: dan!.candidateId },
      body: { location: 'Chicago' },
    })
    expect(await preview(one.id)).toMatchObject({ undone: 1, kept: 4, removedPeople: 1 })
    expect(await undoNow(one.id)).toMatchObject({ state: 'completed', total: 5, undone: 1, kept: 4 })
    const rows = await kept(one.id)
    expect(rows.map(({ row, code, name }) => [row, code, name])).toEqual([
      [2, 'moved', 'Ann Able'],
      [3, 'called', 'Ben Brown'],
      [4, 'commented', 'Cas Cole'],
      [5, 'edited', 'Dan Dole'],
    ])
    expect(rows[0]).toMatchObject({ message: 'Moved or closed since the import', applicationId: ann!.id })
    const { body } = await server.call(listApplications, { as, query: { importId: one.id } })
    expect(body.items).toHaveLength(4)
    const report = await download(server, recruiter, downloadUndoReport, { id: one.id })
    const lines = report.text.trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toMatch(
      /^2,Ann Able,ann@example.com,,moved,Moved or closed since the import,http.*\/applications\//,
    )
    const restricted = await server.addUser(workspaceId, 'recruiter')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['contacts:export'] })
      .where('id', '=', restricted.id)
      .execute()
    const without = await download(server, restricted, downloadUndoReport, { id: one.id })
    expect(without.text).toContain('2,Ann Able,,,moved')
  })

  it('keeps somebody who has another application now', async () => {
    const one = await importContent(server, recruiter, five)
    const cook = await addNamedPosition(server, workspaceId, 'Cook')
    const eve = await applicationOf('eve')
    await server.call(createApplication, {
      as: recruiter,
      body: { positionId: cook.id, candidateId: eve.candidateId },
    })
    expect(await undoNow(one.id)).toMatchObject({ undone: 4, kept: 1 })
    expect((await kept(one.id)).map(({ code }) => code)).toEqual(['other_application'])
    const { people, applications } = await visible()
    expect([people.length, applications.length]).toEqual([1, 1])
  })

  it('never touches what a later import did, and finds its own again once that one is taken back', async () => {
    const empty = await visible()
    const first = await importContent(server, recruiter, five)
    const between = await visible()
    const second = await importContent(
      server,
      recruiter,
      'Name,Email,Phone,Source,Vacancy\nAnn Able,ann@example.com,312-555-0111,Fair,Forklift driver\n',
      { policy: 'fill_blanks' },
    )
    expect(second.updated).toBe(1)
    expect(await preview(first.id)).toMatchObject({ undone: 4, kept: 1 })
    expect(await undoNow(second.id)).toMatchObject({ undone: 1, kept: 0 })
    expect(await visible()).toEqual(between)
    expect(await undoNow(first.id)).toMatchObject({ undone: 5, kept: 0 })
    expect(await visible()).toEqual(empty)
  })

  it('takes back what several rows of one person did, as far as it was done', async () => {
    const file = `Name,Email,Phone,Location,Vacancy
Ann Able,ann@example.com,,,Forklift driver
Ann Able,ann@example.com,312-555-0111,,Forklift driver
Ann Able,ann@example.com,,Chicago,Forklift driver
`
    const one = await importContent(server, recruiter, file, { policy: 'fill_blanks' })
    expect(one).toMatchObject({ created: 1, updated: 2 })
    expect(await undoNow(one.id)).toMatchObject({ undone: 3, kept: 0 })
    expect((await visible()).people).toEqual([])
  })

  it('has nothing to do where somebody deleted it before', async () => {
    const one = await importContent(server, recruiter, five)
    const ann = await applicationOf('ann')
    const admin = await server.addUser(workspaceId, 'admin')
    await sql`update applications set deleted_at = now(), version = version + 1 where id = ${ann.id}`.execute(
      server.db,
    )
    await server.call(deleteCandidate, { as: admin, params: { id: ann.candidateId } })
    expect(await undoNow(one.id)).toMatchObject({ undone: 5, kept: 0 })
  })

  it('is done once, of an import that is over, by those who may import', async () => {
    const one = await importContent(server, recruiter, five)
    const ask = (as = recruiter) => server.call(undoImport, { as, params: { id: one.id } })
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect((await ask(stranger)).status).toBe(404)
    expect((await ask(await server.addUser(workspaceId, 'viewer'))).status).toBe(403)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    await runUndo(server.services, { workspaceId, importId: one.id })
    const again = await ask()
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ message: 'This import has already been undone' })
    const { body } = await upload(server, recruiter, five)
    await execute(server, recruiter, body.id, { mapping: suggestedMapping(body) })
    const running = await server.call(undoImport, { as: recruiter, params: { id: body.id } })
    expect(running.body).toMatchObject({ message: 'This import is in progress. Cancel it first.' })
    const anew = await execute(server, recruiter, one.id, { mapping: suggestedMapping(body) })
    expect(anew.status).toBe(409)
  })

  it('is not started again while it runs, and the rest of the import neither once it was undone', async () => {
    const one = await importContent(server, recruiter, five)
    const ask = () => server.call(undoImport, { as: recruiter, params: { id: one.id } })
    const set = (values: object) =>
      server.db.updateTable('imports').set(values).where('id', '=', one.id).execute()
    await set({ state: 'canceled', undo_state: 'running', undo_by: recruiter.id })
    expect((await ask()).status).toBe(409)
    await set({ undo_state: 'completed' })
    const { status, body } = await server.call(resumeImport, { as: recruiter, params: { id: one.id } })
    expect([status, body]).toMatchObject([
      409,
      { message: 'This import was undone. Upload the file again to import it.' },
    ])
  })

  it('is not overtaken by the same import, executed or resumed again', async () => {
    const { body } = await upload(server, recruiter, five)
    const settings = { mapping: suggestedMapping(body) }
    await execute(server, recruiter, body.id, settings)
    await server.db
      .updateTable('imports')
      .set({ state: 'canceled', undo_state: 'queued', undo_by: recruiter.id })
      .where('id', '=', body.id)
      .execute()
    const message = 'This import was undone. Upload the file again to import it.'
    const resumed = await server.call(resumeImport, { as: recruiter, params: { id: body.id } })
    expect([resumed.status, resumed.body]).toMatchObject([409, { message }])
    const executed = await execute(server, recruiter, body.id, settings)
    expect([executed.status, executed.body]).toMatchObject([409, { message }])
  })

  it('says how many rows are left of an undo that stopped', async () => {
    const one = await importContent(server, recruiter, five)
    await server.db
      .updateTable('imports')
      .set({ undo_state: 'failed', undone_count: 1, kept_count: 1 })
      .where('id', '=', one.id)
      .execute()
    expect(await preview(one.id)).toMatchObject({ total: 3 })
  })

  it('lets the same file be imported again afterwards', async () => {
    const one = await importContent(server, recruiter, five)
    await undoNow(one.id)
    expect(await importContent(server, recruiter, five)).toMatchObject({ created: 5 })
    await updateAnn()
    expect((await visible()).people).toHaveLength(5)
  })
})

async function updateAnn() {
  const ann = await applicationOf('ann')
  const { status } = await server.call(updateApplication, {
    as: recruiter,
    params: { id: ann.id },
    body: { version: ann.version, source: 'Fair' },
  })
  expect(status).toBe(200)
}

/** Some known before, some of them twice in the file, blanks filled, endings, strangers and unknown positions. */
function table(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    const who = n % 10 === 9 ? Math.floor(n / 2) : n
    const name = n % 97 === 0 ? `Stranger ${n}` : `Person Number${who}`
    const position =
      n % 101 === 0 ? 'Astronaut' : ['Forklift driver', 'Night nurse'][(n % 20 === 19 ? n : who) % 2]
    const status = ['Applied', 'Interviewing', 'Rejected', 'Hired'][n % 4]
    return `${name},p${who}@example.com,312-555-${String(who % 10_000).padStart(4, '0')},${position},${status},${['', 'Fair'][n % 2]}`
  })
  return `Name,Email,Phone,Vacancy,Status,Source\n${lines.join('\n')}\n`
}

describe('runUndo', () => {
  it('ends with the rows as before, however often import and undo are killed, also of one that was canceled', async () => {
    await addNamedPosition(server, workspaceId, 'Night nurse')
    const known = Array.from(
      { length: 300 },
      (_, n) => `Person Number${n * 7},p${n * 7}@example.com,Forklift driver`,
    )
    await importContent(server, recruiter, `Name,Email,Vacancy\n${known.join('\n')}\n`)
    const before = await visible()
    const folder = join(server.services.config.dataDir, 'files')

    const load = () =>
      server.db.selectFrom('imports').where('id', '=', body.id).selectAll().executeTakeFirstOrThrow()
    type Row = Awaited<ReturnType<typeof load>>
    const { body } = await upload(server, recruiter, table(2800))
    const job: Omit<WorkerOrder, 'connectionString' | 'folder'> = { workspaceId, importId: body.id }
    /** Starts a worker and kills it, when it has gone on, anywhere in its next chunk, until that is far enough. */
    async function killUntil(args: string[], place: (row: Row) => unknown, isOver: (row: Row) => boolean) {
      let kills = 0
      while (!isOver(await load())) {
        const reached = place(await load())
        const child = spawn(process.execPath, args, { stdio: 'inherit' })
        const exited = once(child, 'exit').then(() => true)
        while (place(await load()) === reached) if (await Promise.race([exited, setTimeout(5, false)])) break
        await setTimeout(Math.random() * 60)
        if (child.kill('SIGKILL')) kills += 1
        await exited
      }
      return kills
    }
    await execute(server, recruiter, body.id, {
      mapping: suggestedMapping(body),
      policy: 'fill_blanks',
      undecided: 'report',
    })
    await killUntil(
      [importWorker, JSON.stringify({ connectionString: server.connectionString, folder, ...job })],
      (row) => row.last_row,
      (row) => row.last_row > 2000,
    )
    await server.db.updateTable('imports').set({ state: 'canceled' }).where('id', '=', body.id).execute()
    const ended = await load()
    expect(ended.created_count + ended.updated_count).toBeGreaterThan(1000)
    expect(ended.updated_count).toBeGreaterThan(100)

    const asked = await server.call(undoImport, { as: recruiter, params: { id: body.id } })
    expect(asked.status).toBe(202)
    const kills = await killUntil(
      [undoWorker, server.connectionString, workspaceId, body.id],
      (row) => row.undo_last_candidate,
      (row) => row.undo_state === 'completed',
    )
    expect(kills).toBeGreaterThan(0)
    const { undone_count: undone, kept_count: left } = await load()
    expect([undone, left]).toEqual([ended.created_count + ended.updated_count, 0])
    expect(await visible()).toEqual(before)
  }, 120_000)

  it('is carried out once by two workers at the same time', async () => {
    await addNamedPosition(server, workspaceId, 'Night nurse')
    const { body } = await upload(server, recruiter, table(2000))
    await execute(server, recruiter, body.id, { mapping: suggestedMapping(body), undecided: 'report' })
    await runImport(server.services, { workspaceId, importId: body.id })
    await server.call(undoImport, { as: recruiter, params: { id: body.id } })
    const data = { workspaceId, importId: body.id }
    await Promise.all([runUndo(server.services, data), runUndo(server.services, data)])
    const status = await server.call(getImportStatus, { as: recruiter, params: { id: body.id } })
    expect(status.body.undo).toMatchObject({ state: 'completed', undone: status.body.created, kept: 0 })
    expect(await visible()).toMatchObject({ people: [], applications: [] })
  }, 60_000)
})
