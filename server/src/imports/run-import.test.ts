import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createApplication } from '@muster/contract/applications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { addNamedPosition, execute, suggestedMapping, upload } from './fixtures/import-kit.ts'
import { runImport } from './run-import.ts'

const worker = join(import.meta.dirname, 'fixtures/import-worker.ts')
const rowCount = 5000

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

/** People some of whom come again, with other positions, blanks filled, strangers' addresses, and unknown positions. */
function table(rows = rowCount): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    const who = n % 10 === 9 ? Math.floor(n / 2) : n
    const name = n % 97 === 0 ? `Stranger ${n}` : `Person Number${who}`
    const phone = n % 3 === 0 ? '' : `312-555-${String(who).padStart(4, '0')}`
    const position =
      n % 101 === 0 ? 'Astronaut' : ['Forklift driver', 'Night nurse'][(n % 20 === 19 ? n : who) % 2]
    const status = ['Applied', 'Interviewing', 'Rejected', 'Hired'][n % 4]
    return `${name},p${who}@example.com,${phone},${position},${status},2024-01-${String((n % 28) + 1).padStart(2, '0')}`
  })
  return `Name,Email,Phone,Vacancy,Status,Application date\n${lines.join('\n')}\n`
}

interface Prepared {
  workspaceId: string
  importId: string
  user: TestUser
}

/** A workspace with an import about to start. */
async function prepare(content: string): Promise<Prepared> {
  const { workspaceId } = await server.addWorkspace()
  const user = await server.addUser(workspaceId, 'recruiter')
  for (const name of ['Forklift driver', 'Night nurse']) await addNamedPosition(server, workspaceId, name)
  const { body } = await upload(server, user, content)
  await execute(server, user, body.id, { mapping: suggestedMapping(body), policy: 'fill_blanks' })
  return { workspaceId, importId: body.id, user }
}

function load({ workspaceId, importId }: Prepared) {
  return server.db
    .selectFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .selectAll()
    .executeTakeFirstOrThrow()
}

/** All that an import made, without ids and times, in an order that a repeat must reproduce. */
async function whatWasMade({ workspaceId, importId }: Prepared) {
  const query = async (statement: ReturnType<typeof sql>) => (await statement.execute(server.db)).rows
  const row = await load({ workspaceId, importId, user: null as never })
  return {
    counts: [
      row.state,
      row.total_rows,
      row.last_row,
      row.created_count,
      row.updated_count,
      row.skipped_count,
    ].concat([row.conflict_count, row.invalid_count]),
    people: await query(sql`
      select name, email, phone, version from candidates where workspace_id = ${workspaceId} order by id`),
    applications: await query(sql`
      select a.import_row, c.email, a.candidate_name, a.candidate_search, p.name, a.status_type, a.reached,
        a.disposition, a.applied_at, a.version, row_number() over (partition by a.status_id order by a.rank) as place
      from applications a
      join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
      join positions p on p.workspace_id = a.workspace_id and p.id = a.position_id
      where a.workspace_id = ${workspaceId} order by a.import_row`),
    logs: await query(sql`
      select a.import_row, l.kind, l.to_type, l.field, l.old_value, l.new_value
      from activity_logs l join applications a on a.workspace_id = l.workspace_id and a.id = l.application_id
      where l.workspace_id = ${workspaceId} order by a.import_row, l.id`),
    dispositions: await query(sql`
      select a.import_row, d.kind from dispositions d
      join applications a on a.workspace_id = d.workspace_id and a.id = d.application_id
      where d.workspace_id = ${workspaceId} order by a.import_row`),
    rows: await query(sql`
      select row_number, result, code, message, candidate_is_new, cells, before
      from import_rows where workspace_id = ${workspaceId} order by row_number`),
  }
}

function startWorker({ workspaceId, importId }: Prepared) {
  const folder = join(server.services.config.dataDir, 'files')
  return spawn(process.execPath, [worker, server.connectionString, folder, workspaceId, importId], {
    stdio: 'inherit',
  })
}

async function hasGoneOn(prepared: Prepared, from: number): Promise<number> {
  for (;;) {
    const { last_row: now, state } = await load(prepared)
    if (now > from || state === 'completed') return now
    await setTimeout(5)
  }
}

describe('runImport', () => {
  it('ends with the same rows as an undisturbed run, however often its worker is killed', async () => {
    const content = table()
    const undisturbed = await prepare(content)
    await runImport(server.services, undisturbed)
    const disturbed = await prepare(content)
    let reached = 0
    let kills = 0
    while ((await load(disturbed)).state !== 'completed') {
      const child = startWorker(disturbed)
      const exited = once(child, 'exit')
      reached = await Promise.race([hasGoneOn(disturbed, reached), exited.then(() => reached)])
      // Anywhere in the next chunk, its commit included.
      await setTimeout(Math.random() * 60)
      if (child.kill('SIGKILL')) kills += 1
      await exited
    }
    expect(kills).toBeGreaterThan(0)
    const [expected, made] = [await whatWasMade(undisturbed), await whatWasMade(disturbed)]
    expect(made).toEqual(expected)
    expect(expected.rows).toHaveLength(rowCount)
    const kinds = new Set(expected.rows.map((row) => (row as { result: string }).result))
    expect([...kinds].sort()).toEqual(['conflict', 'created', 'invalid', 'skipped', 'updated'])
  }, 120_000)

  it('is carried out once by two workers at the same time', async () => {
    const content = table(3000)
    const [alone, together] = [await prepare(content), await prepare(content)]
    await runImport(server.services, alone)
    await Promise.all([runImport(server.services, together), runImport(server.services, together)])
    expect(await whatWasMade(together)).toEqual(await whatWasMade(alone))
  }, 60_000)

  it('leaves nothing half done when the database gives up among the rows, and goes on later', async () => {
    const prepared = await prepare(table(2500))
    await sql`
      create function give_up() returns trigger language plpgsql as $$
      begin
        if new.row_number = 1500 then raise exception 'the disk is full' using errcode = '53100'; end if;
        return new;
      end $$`.execute(server.db)
    await sql`create trigger give_up before insert on import_rows for each row execute function give_up()`.execute(
      server.db,
    )
    await expect(runImport(server.services, prepared)).rejects.toThrow('the disk is full')
    await sql`drop trigger give_up on import_rows`.execute(server.db)
    expect(await load(prepared)).toMatchObject({ state: 'running', last_row: 1001 })
    const { applications, rows } = await whatWasMade(prepared)
    expect(rows).toHaveLength(1000)
    expect(Math.max(...applications.map((row) => (row as { import_row: number }).import_row))).toBe(1001)

    await runImport(server.services, prepared)
    const undisturbed = await prepare(table(2500))
    await runImport(server.services, undisturbed)
    expect(await whatWasMade(prepared)).toEqual(await whatWasMade(undisturbed))
  }, 60_000)

  it('stops between chunks when it is canceled', async () => {
    const prepared = await prepare(table(5000))
    const running = runImport(server.services, prepared)
    await hasGoneOn(prepared, 0)
    await server.db
      .updateTable('imports')
      .set({ state: 'canceled' })
      .where('id', '=', prepared.importId)
      .execute()
    await running
    const row = await load(prepared)
    expect(row.state).toBe('canceled')
    expect(row.last_row).toBeLessThan(5001)
    const { rows } = await whatWasMade(prepared)
    expect(rows).toHaveLength(row.last_row - 1)
  }, 60_000)

  it('fails with a sentence where the file breaks off, and keeps what came before', async () => {
    const prepared = await prepare(table(2500))
    const { storage_key: key } = await server.db
      .selectFrom('files')
      .where('workspace_id', '=', prepared.workspaceId)
      .select('storage_key')
      .executeTakeFirstOrThrow()
    const path = await server.services.files.localPath(key)
    const lines = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, [...lines.slice(0, 2000), `"${lines[2000]}`, ...lines.slice(2001)].join('\n'))
    await runImport(server.services, prepared)
    expect(await load(prepared)).toMatchObject({
      state: 'failed',
      error: 'The quote opened in row 2001 is never closed.',
      last_row: 1001,
    })
    expect((await whatWasMade(prepared)).rows).toHaveLength(1000)
  }, 60_000)

  it('never makes two of a person whom somebody adds at the same moment', async () => {
    const prepared = await prepare(table(2000))
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
})
