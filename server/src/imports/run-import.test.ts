import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { createApplication } from '@muster/contract/applications.ts'
import { cancelImport, getImportStatus } from '@muster/contract/import-status.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { HandedBack } from '../jobs/handed-back.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { finishImport } from './finish-import.ts'
import { addNamedPosition, execute, type Settings } from './fixtures/import-kit.ts'
import {
  loadImportRow,
  type PreparedImport,
  peopleTable,
  prepareImport,
  whatWasMade,
} from './fixtures/whole-import.ts'
import { runImport } from './run-import.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

const prepare = (content: string) => prepareImport(server, content)
const load = (prepared: PreparedImport) => loadImportRow(server, prepared)
const made = (prepared: PreparedImport) => whatWasMade(server, prepared)

async function hasGoneOn(prepared: PreparedImport, from: number): Promise<number> {
  for (;;) {
    const { last_row: now, state } = await load(prepared)
    if (now > from || state === 'completed') return now
    await setTimeout(5)
  }
}

const run = (prepared: PreparedImport) => runImport(server.services, prepared, { rowsOfChunk: 100 })

describe('runImport', () => {
  it('is carried out once by two workers at the same time', async () => {
    const content = peopleTable(1500)
    const [alone, together] = [await prepare(content), await prepare(content)]
    await run(alone)
    await Promise.all([run(together), run(together)])
    expect(await made(together)).toEqual(await made(alone))
  }, 60_000)

  it('stays canceled, and announces no end, when it was canceled after its last row', async () => {
    const prepared = await prepare(peopleTable(2))
    await server.db
      .updateTable('imports')
      .set({ state: 'canceled' })
      .where('id', '=', prepared.importId)
      .execute()
    await finishImport(server.services, prepared, { state: 'completed', error: null }, null)
    expect(await load(prepared)).toMatchObject({ state: 'canceled' })
  })

  it('goes on where another worker has brought it that stopped meanwhile', async () => {
    const [alone, followed] = [await prepare(peopleTable(400)), await prepare(peopleTable(400))]
    await run(alone)
    const opened = Promise.withResolvers<void>()
    const { files } = server.services
    const slowFiles = {
      ...files,
      async localPath(key: string) {
        await opened.promise
        return files.localPath(key)
      },
    }
    const late = runImport({ ...server.services, files: slowFiles }, followed, { rowsOfChunk: 100 })
    await expect.poll(async () => (await load(followed)).state).toBe('running')
    for (let chunk = 0; chunk < 2; chunk += 1)
      await expect(
        runImport(server.services, followed, { rowsOfChunk: 100, stopping: AbortSignal.abort() }),
      ).rejects.toThrow(HandedBack)
    expect((await load(followed)).last_row).toBe(201)
    opened.resolve()
    await late
    expect(await made(followed)).toEqual(await made(alone))
  }, 60_000)

  it('leaves nothing half done when the database gives up among the rows, and goes on later', async () => {
    const prepared = await prepare(peopleTable(400))
    const owner = connect(server.ownerConnectionString, 1)
    await sql`
      create function give_up() returns trigger language plpgsql as $$
      begin
        if new.row_number = 250 then raise exception 'the disk is full' using errcode = '53100'; end if;
        return new;
      end $$`.execute(owner)
    await sql`create trigger give_up before insert on import_rows for each row execute function give_up()`.execute(
      owner,
    )
    await expect(run(prepared)).rejects.toThrow('the disk is full')
    await sql`drop trigger give_up on import_rows`.execute(owner)
    await owner.destroy()
    expect(await load(prepared)).toMatchObject({ state: 'running', last_row: 201 })
    const { applications, rows } = await made(prepared)
    expect(rows).toHaveLength(200)
    expect(Math.max(...applications.map((row) => (row as { import_row: number }).import_row))).toBe(201)

    await run(prepared)
    const undisturbed = await prepare(peopleTable(400))
    await run(undisturbed)
    expect(await made(prepared)).toEqual(await made(undisturbed))
  }, 60_000)

  it('stops between chunks when it is canceled, and ends with the same rows once it is started again', async () => {
    const content = peopleTable(2000)
    const prepared = await prepare(content)
    const running = run(prepared)
    await hasGoneOn(prepared, 0)
    const params = { id: prepared.importId }
    const { status, body } = await server.call(cancelImport, { as: prepared.user, params })
    await running
    const row = await load(prepared)
    expect([status, body.state, row.state]).toEqual([200, 'canceled', 'canceled'])
    expect(row.last_row).toBeLessThan(2001)
    expect(row.last_row - 1).toBe(body.processed)
    expect((await made(prepared)).rows).toHaveLength(body.processed)

    const settings = row.settings as unknown as Settings
    await execute(server, prepared.user, prepared.importId, settings)
    await run(prepared)
    const undisturbed = await prepare(content)
    await run(undisturbed)
    expect(await made(prepared)).toEqual(await made(undisturbed))
  }, 60_000)

  it('tells how fast it goes of late, whatever time it rested, and nothing while nobody carries it out', async () => {
    const prepared = await prepare(peopleTable(300))
    const day = sql<string>`now() - interval '1 day'`
    const set = (values: object) =>
      server.db.updateTable('imports').set(values).where('id', '=', prepared.importId).execute()
    const ask = async () => {
      const params = { id: prepared.importId }
      const { body } = await server.call(getImportStatus, { as: prepared.user, params })
      return body
    }
    await set({ started_at: day, progressed_at: day })
    await run(prepared)
    await set({ state: 'running', total_rows: 600, finished_at: null })
    const { rowsPerSecond, secondsLeft, processed } = await ask()
    expect(rowsPerSecond).toBeGreaterThan(1)
    expect(secondsLeft).toBeCloseTo((600 - processed) / rowsPerSecond!, 3)

    await set({ progressed_at: day })
    expect(await ask()).toMatchObject({ state: 'running', rowsPerSecond: null, secondsLeft: null })
  }, 60_000)

  it('fails with a sentence where the file breaks off, and keeps what came before', async () => {
    const prepared = await prepare(peopleTable(250))
    const { storage_key: key } = await server.db
      .selectFrom('files')
      .where('workspace_id', '=', prepared.workspaceId)
      .select('storage_key')
      .executeTakeFirstOrThrow()
    const path = await server.services.files.localPath(key)
    const lines = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, [...lines.slice(0, 180), `"${lines[180]}`, ...lines.slice(181)].join('\n'))
    await run(prepared)
    expect(await load(prepared)).toMatchObject({
      state: 'failed',
      error: 'A quotation mark opened in row 181 is never closed.',
      last_row: 101,
    })
    expect((await made(prepared)).rows).toHaveLength(100)
  }, 60_000)

  it('never makes two of a person whom somebody adds at the same moment', async () => {
    const prepared = await prepare(peopleTable(2000))
    const { user, workspaceId } = prepared
    const position = await addNamedPosition(server, workspaceId, 'Cook')
    const running = runImport(server.services, prepared)
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await setTimeout(n * 20)
        return server.call(createApplication, {
          as: user,
          body: {
            positionId: position.id,
            candidate: { name: `Person Number${n * 50 + 1}`, email: `p${n * 50 + 1}@example.com` },
          },
        })
      }),
    )
    await running
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true)
    const { rows } = await sql`
      select email from candidates where workspace_id = ${workspaceId} group by email having count(*) > 1
    `.execute(server.db)
    expect(rows).toEqual([])
  }, 60_000)

  it('adds to what somebody changes at the same moment', async () => {
    const prepared = await prepare(
      'Name,Email,Phone,Vacancy\nAnna Berg,anna@example.com,312-555-0101,Forklift driver\n',
    )
    const { workspaceId } = prepared
    const { id } = await server.db
      .insertInto('candidates')
      .values({ workspace_id: workspaceId, id: newId(), name: 'Anna Berg', email: 'anna@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mine = server.db
      .selectFrom('candidates')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
    let running: Promise<void> | undefined
    await server.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('candidates')
        .set({ notes: 'Knows Hall 4', version: sql`version + 1` })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
      running = run(prepared)
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          `.execute(server.db)
          return rows.length
        })
        .toBe(1)
    })
    await running
    expect(await mine.select(['notes', 'phone', 'version']).executeTakeFirst()).toEqual({
      notes: 'Knows Hall 4',
      phone: '+13125550101',
      version: 3,
    })
  })
})
