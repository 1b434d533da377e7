import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  closeApplication,
  createApplication,
  deleteApplication,
  listApplications,
  restoreApplication,
} from '@muster/contract/applications.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import {
  deleteCandidate,
  getCandidate,
  restoreCandidate,
  updateCandidate,
} from '@muster/contract/candidates.ts'
import { downloadImportErrors, downloadRaggedRows } from '@muster/contract/import-rows.ts'
import { getImportStatus } from '@muster/contract/import-status.ts'
import { downloadUndoReport, undoErasedAfterDays, undoImport } from '@muster/contract/import-undo.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeFiles } from '../../privacy/remove-files.ts'
import { everythingStored } from '../../testing/dump-tables.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import { addNamedPosition, download, importContent } from '../fixtures/import-kit.ts'
import { eraseUndoneImports } from './erase-undone-imports.ts'
import { runUndo } from './run-undo.ts'

const eraseWorker = join(import.meta.dirname, '../fixtures/erase-worker.ts')

let server: TestServer
let workspaceId: string
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  // Whatever an earlier test left is none of this one's.
  await server.db.updateTable('imports').set({ undo_erased_at: sql`now()` }).execute()
  ;({ workspaceId, user: admin } = await addImporter())
})

afterAll(() => server?.stop())

async function addImporter() {
  const { workspaceId } = await server.addWorkspace()
  await addNamedPosition(server, workspaceId, 'Forklift driver')
  return { workspaceId, user: await server.addUser(workspaceId, 'admin') }
}

const two = `Name,Email,Notes,Tags,Vacancy
Ann Zwick,ann@zwick.example,Zwick likes nights,zwick,Forklift driver
Ben Zwack,ben@zwick.example,,,Forklift driver
`

async function undo(importId: string, as = admin) {
  expect((await server.call(undoImport, { as, params: { id: importId } })).status).toBe(202)
  await runUndo(server.services, { workspaceId: as.workspaceId, importId })
}

/** Moves undos and deletions back in time, as if so many days had passed. */
async function letDaysPass(days: number) {
  const ago = sql<string>`make_interval(days => ${days}::integer)`
  for (const table of ['candidates', 'applications'] as const)
    await sql`
      update ${sql.table(table)} set deleted_at = deleted_at - ${ago} where deleted_at is not null
    `.execute(server.db)
  await sql`update imports set undo_finished_at = undo_finished_at - ${ago}`.execute(server.db)
}

async function eraseAfter(days: number) {
  await letDaysPass(days)
  await eraseUndoneImports(server.services)
}

/** What the workspace still has of the people, by table. */
async function stored() {
  const lines = (await everythingStored(server)).split('\n')
  const theirs = lines.filter((line) => line.includes(workspaceId) && /zw[aeio]ck/.test(line))
  return theirs.map((line) => line.split(':')[0])
}

async function statusOf(id: string) {
  return (await server.call(getImportStatus, { as: admin, params: { id } })).body
}

async function applicationOf(q: string, as = admin) {
  const { body } = await server.call(listApplications, { as, query: { q } })
  const [one] = body.items
  return { id: one!.id, candidateId: one!.candidate.id }
}

/** People of the workspace by name, with whether they are erased. */
async function people(of = workspaceId) {
  const rows = await server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', of)
    .orderBy('id')
    .select(['name', 'email', 'erased_at'])
    .execute()
  return rows.map(({ name, email, erased_at }) => [name, email, erased_at !== null])
}

function auditEntries() {
  return server.db
    .selectFrom('audit_logs')
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', 'import.undone_erased')
    .select(['subject_id', 'user_id', 'details'])
    .execute()
}

const annStays = ['Ann Zwick', 'ann@zwick.example', false]
const erased = ['Erased person', null, true]

describe('eraseUndoneImports', () => {
  it('leaves nothing of what the import created, of its rows and of its file, 31 days after the undo', async () => {
    const refused = 'Cas Zwock,cas@zwick.example,,,Astronaut\nDan Zweck,dan@zwick.example,Forklift driver\n'
    const one = await importContent(server, admin, two + refused)
    expect(one).toMatchObject({ created: 2, invalid: 2, raggedRows: 1 })
    await undo(one.id)
    const { undo: before } = await statusOf(one.id)
    expect(Date.parse(before!.erasesAt!) - Date.parse(before!.finishedAt!)).toBe(
      undoErasedAfterDays * 24 * 3600_000,
    )
    expect(before!.erasedAt).toBeNull()

    await eraseAfter(31)
    expect(await stored()).toEqual([])
    expect(await people()).toEqual([erased, erased])
    expect(await auditEntries()).toEqual([
      { subject_id: one.id, user_id: null, details: { people: 2, applications: 0 } },
    ])
    const jobs = await sql<{ data: { keys: string[] } }>`
      select data from pgboss.job where name = 'remove-files' order by created_on desc limit 1
    `.execute(server.db)
    const { keys } = jobs.rows[0]!.data
    expect(keys).toHaveLength(1)
    await removeFiles(server.services, { keys })
    await expect(Array.fromAsync(server.services.files.read(keys[0]!))).rejects.toThrow()

    const after = await statusOf(one.id)
    expect(after).toMatchObject({ created: 2, invalid: 2, raggedRows: 1, errorsUrl: null, raggedUrl: null })
    expect(after.undo).toMatchObject({ state: 'completed', undone: 2, erasesAt: null })
    expect(after.undo!.erasedAt).not.toBeNull()
    for (const endpoint of [downloadImportErrors, downloadRaggedRows, downloadUndoReport]) {
      const { status, rows } = await download(server, admin, endpoint, { id: one.id })
      expect([status, rows()]).toEqual([200, []])
    }
  })

  it('touches nothing 29 days after the undo', async () => {
    const one = await importContent(server, admin, two)
    await undo(one.id)
    await letDaysPass(29)
    const before = await everythingStored(server)
    await eraseUndoneImports(server.services)
    expect(await everythingStored(server)).toBe(before)
  })

  it('touches no import that nobody undid, or whose undo failed', async () => {
    const one = await importContent(server, admin, two)
    await undo(one.id)
    const other = await importContent(server, admin, two.replaceAll('zwick.', 'zwick2.'))
    await server.db.updateTable('imports').set({ undo_state: 'failed' }).where('id', '=', one.id).execute()
    await letDaysPass(31)
    const before = await everythingStored(server)
    await eraseUndoneImports(server.services)
    expect(await everythingStored(server)).toBe(before)
    expect((await statusOf(other.id)).undo).toBeNull()
  })

  it('spares somebody who was restored, though their removed application goes', async () => {
    const one = await importContent(server, admin, two)
    const ann = await applicationOf('ann')
    await undo(one.id)
    await server.call(restoreCandidate, { as: admin, params: { id: ann.candidateId } })
    await eraseAfter(31)
    expect(await people()).toEqual([annStays, erased])
    const person = await server.call(getCandidate, { as: admin, params: { id: ann.candidateId } })
    expect(person.body).toMatchObject({ notes: 'Zwick likes nights' })
    const application = await server.db
      .selectFrom('applications')
      .where('id', '=', ann.id)
      .select(['tags', 'candidate_name', 'deleted_at'])
      .executeTakeFirstOrThrow()
    expect(application).toMatchObject({ tags: [], candidate_name: 'Erased person' })
    expect((await auditEntries())[0]!.details).toEqual({ people: 1, applications: 1 })
  })

  it('spares somebody who was restored and deleted by hand later', async () => {
    const one = await importContent(server, admin, two)
    const ann = await applicationOf('ann')
    await undo(one.id)
    await letDaysPass(20)
    await server.call(restoreCandidate, { as: admin, params: { id: ann.candidateId } })
    await server.call(deleteCandidate, { as: admin, params: { id: ann.candidateId } })
    await eraseAfter(11)
    expect(await people()).toEqual([annStays, erased])
  })

  it('spares somebody whose application was restored', async () => {
    const one = await importContent(server, admin, two)
    const ann = await applicationOf('ann')
    await undo(one.id)
    const restored = await server.call(restoreApplication, { as: admin, params: { id: ann.id } })
    expect(restored.status).toBe(200)
    await eraseAfter(31)
    expect(await people()).toEqual([annStays, erased])
    expect(await applicationOf('ann')).toEqual(ann)
  })

  it('spares an application that was restored and deleted by hand later', async () => {
    const one = await importContent(server, admin, two)
    const ann = await applicationOf('ann')
    await undo(one.id)
    await letDaysPass(20)
    await server.call(restoreApplication, { as: admin, params: { id: ann.id } })
    await server.call(deleteApplication, { as: admin, params: { id: ann.id } })
    await eraseAfter(11)
    const application = await server.db
      .selectFrom('applications')
      .where('id', '=', ann.id)
      .select(['tags', 'candidate_name'])
      .executeTakeFirstOrThrow()
    expect(application).toEqual({ tags: ['zwick'], candidate_name: 'Ann Zwick' })
    expect(await people()).toEqual([annStays, erased])
  })

  it('spares somebody who stays because they were edited, or hired elsewhere', async () => {
    const one = await importContent(server, admin, two)
    const [ann, ben] = [await applicationOf('ann'), await applicationOf('ben')]
    const cook = await addNamedPosition(server, workspaceId, 'Cook')
    const made = await server.call(createApplication, {
      as: admin,
      body: { positionId: cook.id, candidateId: ann.candidateId },
    })
    await server.call(closeApplication, {
      as: admin,
      params: { id: made.body.id },
      body: { disposition: 'hired' },
    })
    await server.call(updateCandidate, {
      as: admin,
      params: { id: ben.candidateId },
      body: { location: 'Bonn' },
    })
    await undo(one.id)
    await letDaysPass(31)
    // Deleted by hand in the meantime: that is no part of the undo.
    await server.call(deleteCandidate, { as: admin, params: { id: ben.candidateId } })
    await eraseUndoneImports(server.services)
    expect(await people()).toEqual([annStays, ['Ben Zwack', 'ben@zwick.example', false]])
    expect((await auditEntries())[0]!.details).toEqual({ people: 0, applications: 1 })
    const { body } = await server.call(listApplications, { as: admin, query: { q: 'zwick' } })
    expect(body.items.map(({ id }) => id)).toContain(made.body.id)
  })

  it('erases the removed application of somebody who was known before, and nothing else of theirs', async () => {
    const cook = await addNamedPosition(server, workspaceId, 'Cook')
    const made = await server.call(createApplication, {
      as: admin,
      body: {
        positionId: cook.id,
        candidate: { name: 'Ann Zwick', email: 'ann@zwick.example', notes: 'Zwick likes days' },
        comment: 'Zwick came by herself',
        tags: ['cook'],
      },
    })
    const one = await importContent(server, admin, two)
    expect(one.created).toBe(2)
    await undo(one.id)
    const before = await people()
    const logs = () =>
      server.db
        .selectFrom('activity_logs')
        .where('application_id', '=', made.body.id)
        .orderBy('id')
        .selectAll()
        .execute()
    const logsBefore = await logs()
    await eraseAfter(31)
    expect(await people()).toEqual([before[0], erased])
    expect(await logs()).toEqual(logsBefore)
    expect(logsBefore.map(({ body }) => body)).toContain('Zwick came by herself')
    expect((await auditEntries())[0]!.details).toEqual({ people: 1, applications: 1 })
    const { body } = await server.call(listApplications, { as: admin, query: { q: 'ann zwick' } })
    expect(body.items).toMatchObject([{ id: made.body.id, tags: ['cook'] }])
  })

  it('spares somebody who was merged into another person', async () => {
    const cook = await addNamedPosition(server, workspaceId, 'Cook')
    const zoe = await server.call(createApplication, {
      as: admin,
      body: { positionId: cook.id, candidate: { name: 'Zoe Zwick' } },
    })
    const one = await importContent(server, admin, two)
    const ann = await applicationOf('ann')
    const load = async (id: string) => (await server.call(getCandidate, { as: admin, params: { id } })).body
    const survivor = await load(zoe.body.candidate.id)
    const merge = await server.call(mergeCandidates, {
      as: admin,
      params: { id: survivor.id },
      body: {
        mergedId: ann.candidateId,
        version: survivor.version,
        mergedVersion: (await load(ann.candidateId)).version,
      },
    })
    expect(merge.status).toBe(200)
    await undo(one.id)
    const before = await people()
    await eraseAfter(31)
    const after = await people()
    expect(after).toEqual([before[0], before[1], erased])
    expect(after[1]).toEqual(annStays)
  })

  it('spares somebody into whom another person was merged, and that person', async () => {
    const cook = await addNamedPosition(server, workspaceId, 'Cook')
    const zoe = await server.call(createApplication, {
      as: admin,
      body: { positionId: cook.id, candidate: { name: 'Zoe Zwick' } },
    })
    const one = await importContent(server, admin, two)
    const ann = await applicationOf('ann')
    const load = async (id: string) => (await server.call(getCandidate, { as: admin, params: { id } })).body
    const merge = await server.call(mergeCandidates, {
      as: admin,
      params: { id: ann.candidateId },
      body: {
        mergedId: zoe.body.candidate.id,
        version: (await load(ann.candidateId)).version,
        mergedVersion: (await load(zoe.body.candidate.id)).version,
      },
    })
    expect(merge.status).toBe(200)
    await server.call(deleteCandidate, { as: admin, params: { id: ann.candidateId } })
    await undo(one.id)
    const before = await people()
    await eraseAfter(31)
    expect(await people()).toEqual([before[0], before[1], erased])
  })

  it('spares the same people where they were imported again, and in another workspace', async () => {
    const stranger = await addImporter()
    // The refused row has the number of a row of the other imports whose cells are stored as well.
    const refusedFirst = two.replace('\n', '\nCas Zwock,cas@zwick.example,,,Astronaut\n')
    const foreign = await importContent(server, stranger.user, refusedFirst)
    const one = await importContent(server, admin, refusedFirst)
    await undo(one.id)
    // Their cells are kept, as one is refused and the other loses a value.
    const again = await importContent(
      server,
      admin,
      `Name,Email,Phone,Vacancy\nAnn Zwick,ann@zwick.example,12-30,Forklift driver\nBen Zwack,ben@zwick.example,(312) 555-0103,Astronaut\n`,
    )
    expect(again).toMatchObject({ created: 1, invalid: 1, lostRows: 1 })
    const rowsOf = (importId: string) =>
      server.db
        .selectFrom('import_rows')
        .where('import_id', '=', importId)
        .orderBy('row_number')
        .selectAll()
        .execute()
    const before = [await rowsOf(foreign.id), await rowsOf(again.id)]
    await eraseAfter(31)
    expect([await rowsOf(foreign.id), await rowsOf(again.id)]).toEqual(before)
    expect(await people(stranger.workspaceId)).toEqual([annStays, ['Ben Zwack', 'ben@zwick.example', false]])
    expect(await people()).toEqual([erased, erased, annStays])
    const files = await server.db
      .selectFrom('imports as i')
      .innerJoin('files as f', 'f.id', 'i.file_id')
      .where('i.id', 'in', [foreign.id, again.id])
      .select('f.size')
      .execute()
    expect(files.every(({ size }) => Number(size) > 0)).toBe(true)
    await undo(again.id)
    expect((await statusOf(again.id)).undo).toMatchObject({ undone: 1, kept: 0 })
  })

  it('spares what another import created and somebody deleted by hand before the undo', async () => {
    await importContent(server, admin, two.replaceAll('zwick.', 'zwick2.'))
    const [ann, ben] = [await applicationOf('ann'), await applicationOf('ben')]
    await server.call(deleteCandidate, { as: admin, params: { id: ann.candidateId } })
    await server.call(deleteApplication, { as: admin, params: { id: ben.id } })
    const one = await importContent(server, admin, two)
    await undo(one.id)
    await eraseAfter(31)
    const spared = [
      ['Ann Zwick', 'ann@zwick2.example', false],
      ['Ben Zwack', 'ben@zwick2.example', false],
    ]
    expect(await people()).toEqual([...spared, erased, erased])
    const application = await server.db
      .selectFrom('applications')
      .where('id', '=', ben.id)
      .select('candidate_name')
      .executeTakeFirstOrThrow()
    expect(application.candidate_name).toBe('Ben Zwack')
  })

  it('does nothing the second time, nor twice at once', async () => {
    const one = await importContent(server, admin, two)
    await undo(one.id)
    await letDaysPass(31)
    await Promise.all([eraseUndoneImports(server.services), eraseUndoneImports(server.services)])
    const before = await everythingStored(server)
    await eraseUndoneImports(server.services)
    expect(await everythingStored(server)).toBe(before)
    expect(await auditEntries()).toMatchObject([{ details: { people: 2, applications: 0 } }])
  })

  it('goes on with other imports when one fails', async () => {
    const one = await importContent(server, admin, two)
    const other = await importContent(server, admin, two.replaceAll('@zwick', '@zwick2'))
    await undo(one.id)
    await undo(other.id)
    await letDaysPass(31)
    let calls = 0
    const jobs = {
      send: async () => {
        calls += 1
        if (calls === 1) throw new Error('no queue')
      },
    }
    await expect(eraseUndoneImports({ db: server.db, jobs })).rejects.toThrow('could not be erased')
    expect([(await statusOf(one.id)).undo!.erasedAt, (await statusOf(other.id)).undo!.erasedAt]).toEqual([
      null,
      expect.any(String),
    ])
    await eraseUndoneImports(server.services)
    expect(await stored()).toEqual([])
  })

  it('ends with all of it erased once, however often it is killed', async () => {
    const rows = Array.from(
      { length: 160 },
      (_, n) => `Person Zwick${n},p${n}@zwick.example,${n % 7 ? 'Forklift driver' : 'Astronaut'}`,
    )
    const one = await importContent(server, admin, `Name,Email,Vacancy\n${rows.join('\n')}\n`)
    await undo(one.id)
    await letDaysPass(31)
    const load = () =>
      server.db.selectFrom('imports').where('id', '=', one.id).selectAll().executeTakeFirstOrThrow()
    let kills = 0
    while (!(await load()).undo_erased_at) {
      const { undo_erased_people: reached } = await load()
      const child = spawn(process.execPath, [eraseWorker, server.connectionString], { stdio: 'inherit' })
      const exited = once(child, 'exit').then(() => true)
      while ((await load()).undo_erased_people === reached)
        if (await Promise.race([exited, setTimeout(5, false)])) break
      await setTimeout(Math.random() * 60)
      if (child.kill('SIGKILL')) kills += 1
      await exited
    }
    expect(kills).toBeGreaterThan(1)
    expect(await stored()).toEqual([])
    const count = one.created
    expect(await auditEntries()).toMatchObject([{ details: { people: count, applications: 0 } }])
    expect((await people()).filter(([, , isErased]) => isErased)).toHaveLength(count)
  }, 600_000)
})
