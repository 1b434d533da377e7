import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createApplication } from '@muster/contract/applications.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { listMigrations, listRepeatable, migrate } from '../database/migrate.ts'
import { applyAllPendingFacts } from '../facts/update-facts.ts'
import { createLocalFileStorage, type FileStorage } from '../files/file-storage.ts'
import { removeStored } from '../files/remove-stored.ts'
import { addPosition } from '../testing/add-position.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { avatarKey } from '../users/avatar-key.ts'
import { partBytes } from './backup-format.ts'
import { copyIn, restoreBackup } from './restore-backup.ts'
import { packTar, type TarEntry, unpackTar } from './tar.ts'
import { writeBackup } from './write-backup.ts'

const database = `muster_restore_${process.pid}`
let server: TestServer
let folder: string
let path: string
let target: string
let files: FileStorage
const kept = new Map<string, Buffer>()

async function onAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Returns a summary of all rows of all tables and every waiting job, which changes with any of them. */
async function summarize(connectionString: string) {
  const db = connect(connectionString, 2)
  const tables = await dumpTables({ db } as TestServer)
  const whole = { ...tables, live_events: '', visits: '', nodes: '', installation: '' }
  const jobs = await sql<{ name: string; data: unknown; state: string }>`
    select name, data, state from pgboss.job where name not like '\\_\\_%' order by id`.execute(db)
  const more = await sql`
    select (select last_value from pg_sequences where sequencename = 'fact_total_changes_id_seq') as changes,
      (select count(*) from pg_trigger t where not t.tgisinternal and t.tgenabled <> 'O') as disabled,
      (select json_agg(indexdef order by indexdef) from pg_indexes where schemaname = 'public') as indexes,
      (select json_agg(pg_get_constraintdef(oid) order by conname) from pg_constraint
        where connamespace = 'public'::regnamespace) as constraints,
      (select json_agg(email order by email) from users) as users`.execute(db)
  await db.destroy()
  return { ...whole, jobs: jobs.rows, ...more.rows[0]! }
}

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  const as = await server.addUser(workspaceId, 'owner')
  await server.addWorkspace()
  const position = await addPosition(server.db, as.workspaceId)
  for (const name of ['Tab\tand \\ backslash', 'Zeile\nUmbruch', 'Ünïcødé 🙂', '\\N'])
    await server.db
      .insertInto('companies')
      .values({ workspace_id: workspaceId, id: crypto.randomUUID(), name })
      .execute()
  for (let n = 0; n < 5; n += 1) {
    const { body } = await server.call(createCandidate, { as, body: { name: `Person ${n}` } })
    await server.call(createApplication, { as, body: { candidateId: body.id, positionId: position.id } })
  }
  // Larger than a part, empty, and small.
  for (const [n, size] of [5_000_000, 0, 300].entries()) {
    const key = `${workspaceId}/file-${n}`
    kept.set(key, randomBytes(size))
    await server.services.files.write(key, Readable.from([kept.get(key)!]))
    const row = { workspace_id: workspaceId, id: crypto.randomUUID(), storage_key: key, created_by: as.id }
    await server.db
      .insertInto('files')
      .values({ ...row, name: `file ${n}`, content_type: 'text/plain', size, sha256: '' })
      .execute()
  }
  const avatarId = crypto.randomUUID()
  const picture = avatarKey(workspaceId, avatarId)
  kept.set(picture, randomBytes(20))
  await server.services.files.write(picture, Readable.from([kept.get(picture)!]))
  await server.db.updateTable('users').set({ avatar_id: avatarId }).where('id', '=', as.id).execute()
  await server.services.jobs.send(server.db, 'mail-password-link', { email: 'somebody@example.com' })
  await applyAllPendingFacts(server.services)
})

afterAll(() => server?.stop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-backup-'))
  path = join(folder, 'muster.backup')
  files = createLocalFileStorage(join(folder, 'files'))
  const owner = new URL(inject('postgresOwner'))
  owner.pathname = `/${database}`
  target = owner.href
  await onAdmin(`create database ${database} owner ${owner.username}`)
})

afterEach(async () => {
  await onAdmin(`drop database ${database} with (force)`)
  await rm(folder, { recursive: true })
})

const backUp = () =>
  writeBackup({ connectionString: server.connectionString, files: server.services.files, path })
/** Runs statements in the database of the server, and what undoes them at the end. */
async function inServer(statement: string, undo: string, work: () => Promise<void>): Promise<void> {
  await sql.raw(statement).execute(server.db)
  try {
    await work()
  } finally {
    await sql.raw(undo).execute(server.db)
  }
}

/** Writes the backup again with other entries in place of some. */
async function change(entriesFor: (entry: TarEntry) => TarEntry[]): Promise<void> {
  const tar = unpackTar(Readable.from([zstdDecompressSync(await readFile(path))]), partBytes)
  async function* changed() {
    for await (const entry of tar) yield* entriesFor(entry)
  }
  await writeFile(path, zstdCompressSync(await buffer(packTar(changed()))))
}

/** Replaces a text in an entry. */
const replacing = (of: string, text: RegExp, by: string) => (entry: TarEntry) => {
  if (entry.name !== of) return [entry]
  const content = entry.content.toString('latin1')
  expect(content).toMatch(text)
  return [{ ...entry, content: Buffer.from(content.replace(text, by), 'latin1') }]
}

const restore = (more: { replace?: boolean } = {}) =>
  restoreBackup({ connectionString: target, files, path, ...more })

describe('a backup', () => {
  it('restores every row, file, waiting job, index, key and trigger, and nothing else', async () => {
    const manifest = await backUp()
    expect(manifest.files.count).toBe(4)
    expect(manifest.tables['public.companies']!.rows).toBeGreaterThanOrEqual(5)
    await restore()
    expect(await summarize(target)).toEqual(await summarize(server.connectionString))
    const restored = connect(target, 1)
    const { restored_from: from, restored_at: at } = await restored
      .selectFrom('installation')
      .select(['restored_from', 'restored_at'])
      .executeTakeFirstOrThrow()
    await restored.destroy()
    expect([from, new Date(at!) > new Date(from!)]).toEqual([expect.any(String), true])
    for (const [key, content] of kept) expect((await buffer(files.read(key))).equals(content)).toBe(true)
  })

  it('is one snapshot, and has the files that are deleted while it is written', async () => {
    let said = false
    const [key] = kept.keys() as IterableIterator<string>
    await writeBackup({
      connectionString: server.connectionString,
      path,
      files: {
        read: (one) => {
          said = true
          return server.services.files.read(one)
        },
      },
      log: () => {
        // The first table is written: later changes are not part of the snapshot.
        if (said) return
        said = true
        void server.addWorkspace()
        void removeStored(server.services, [key!])
      },
    })
    await restore()
    expect((await buffer(files.read(key!))).equals(kept.get(key!)!)).toBe(true)
  })

  it('is refused when a byte changed, when it is cut off, and when it is something else', async () => {
    await backUp()
    const whole = await readFile(path)
    const tar = zstdDecompressSync(whole)
    tar[tar.indexOf('Person 3')] = 'X'.charCodeAt(0)
    await writeFile(path, zstdCompressSync(tar))
    await expect(restore()).rejects.toThrow('changed after it was written')
    await writeFile(path, whole)
    await truncate(path, whole.length - 100)
    await expect(restore()).rejects.toThrow(/cannot be read as a backup|cut off/)
    await writeFile(path, 'something else')
    await expect(restore()).rejects.toThrow('cannot be read as a backup')
    await expect(restoreBackup({ connectionString: target, files, path: `${path}2` })).rejects.toThrow(
      'no file',
    )
  })

  it('leaves out who is present, which nodes run, missed events and copies of résumés', async () => {
    const { tables } = await backUp()
    const transient = ['live_events', 'visits', 'nodes', 'covered_resumes']
    expect(Object.keys(tables).filter((name) => transient.includes(name.replace('public.', '')))).toEqual([])
  })

  it('can be read by nobody else on the machine', async () => {
    await backUp()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('has every file of thousands', async () => {
    const user = '(select id from users order by created_at limit 1)'
    const workspace = '(select workspace_id from users order by created_at limit 1)'
    await inServer(
      `insert into files (workspace_id, id, storage_key, created_by, name, content_type, size, sha256)
        select ${workspace}, gen_random_uuid(), 'many/' || n, ${user}, 'one', 'text/plain', 0, '' from generate_series(1, 2001) as n`,
      `delete from files where storage_key like 'many/%'`,
      async () => {
        const none = { read: () => Readable.from([]) }
        const manifest = await writeBackup({ connectionString: server.connectionString, files: none, path })
        expect(manifest.files.count).toBe(2005)
      },
    )
  })

  it('that lacks a file is not taken, and leaves the one before it as it was', async () => {
    await writeFile(path, 'the one before')
    const none = {
      read: () => {
        throw new Error('disk failure')
      },
    }
    await expect(
      writeBackup({ connectionString: server.connectionString, files: none, path }),
    ).rejects.toThrow(/The file .+ cannot be read, so the backup would lack it: disk failure/)
    expect(await readdir(folder)).toEqual(['muster.backup'])
    expect(await readFile(path, 'utf8')).toBe('the one before')
  })

  it.each<[string, (entry: TarEntry) => TarEntry[], RegExp]>([
    [
      'a file changed',
      (entry) => (entry.name.includes('file-2') ? [{ ...entry, content: Buffer.alloc(300, 'x') }] : [entry]),
      /its files are not what they were/,
    ],
    [
      'a file is missing',
      (entry) => (entry.name.includes('file-1') ? [] : [entry]),
      /its files are not what they were/,
    ],
    [
      'a table was added',
      (entry) => [
        entry,
        ...(entry.name === 'header.json'
          ? [{ name: 'tables/public.others/000001', content: Buffer.from('row\n') }]
          : []),
      ],
      /a table was added/,
    ],
    [
      'a table is missing',
      (entry) => (entry.name.startsWith('tables/public.companies/') ? [] : [entry]),
      /public.companies is not what it was/,
    ],
    ['its end is missing', (entry) => (entry.name === 'manifest.json' ? [] : [entry]), /is cut off/],
    [
      'it has something else',
      (entry) => [entry, { name: 'notes.txt', content: Buffer.from('hello') }],
      /holds notes.txt, which no backup of Muster does/,
    ],
    [
      'a migration of its schema is another one',
      replacing('header.json', /("name": "0034_audit[^"]*",\s+"sha256": ")./, '$1x'),
      /0034_audit\S* differs/,
    ],
  ])('is refused when %s', async (_, entriesFor, refusal) => {
    await backUp()
    await change(entriesFor)
    await expect(restore()).rejects.toThrow(refusal)
  })

  it('of which other rows arrive than were written is refused, and nothing is kept', async () => {
    await backUp()
    await change(replacing('manifest.json', /("public.companies": \{\s+"rows": \d+,\s+"hash": ")/, '$19'))
    await expect(restore()).rejects.toThrow(/public.companies is not what it was: .* Nothing was kept/)
    const restored = connect(target, 1)
    const workspaces = await restored.selectFrom('workspaces').select('id').execute()
    await restored.destroy()
    expect(workspaces).toEqual([])
  })

  it('is refused when a disk does not keep a file as it is', async () => {
    await backUp()
    const { read, write } = files
    files = { ...files, read, write: (key) => write(key, Readable.from(['less'])) }
    await expect(restore()).rejects.toThrow('was not kept as it is')
  })

  it('is not restored under a server that runs', async () => {
    await backUp()
    const running = new pg.Client({ connectionString: target, application_name: 'muster muster_node' })
    await running.connect()
    await expect(restore({ replace: true })).rejects.toThrow('A server uses this database. Stop it first.')
    await running.end()
  })

  it('with waiting jobs that this version no longer has is restored without them', async () => {
    await sql`select pgboss.create_queue('a-job-of-before', '{"policy": "standard"}'::jsonb)`.execute(
      server.db,
    )
    await inServer(
      `insert into pgboss.job (name) values ('a-job-of-before')`,
      `delete from pgboss.job where name = 'a-job-of-before'`,
      async () => {
        await backUp()
        await restore()
        const restored = connect(target, 1)
        const { rows } = await sql<{ name: string }>`
          select name from pgboss.job where name not like '\\_\\_%'`.execute(restored)
        await restored.destroy()
        const names = rows.map(({ name }) => name)
        expect(names).toContain('mail-password-link')
        expect(names).not.toContain('a-job-of-before')
      },
    )
  })

  it('replaces other data only on request', async () => {
    await backUp()
    await restore()
    await expect(restore()).rejects.toThrow('--replace')
    files = createLocalFileStorage(join(folder, 'files again'))
    await restore({ replace: true })
    expect(await summarize(target)).toEqual(await summarize(server.connectionString))
  })

  it('of a newer version is refused', async () => {
    await backUp()
    const tar = zstdDecompressSync(await readFile(path))
    for (let at = tar.indexOf('0034_audit'); at >= 0; at = tar.indexOf('0034_audit')) tar.write('9034', at)
    await writeFile(path, zstdCompressSync(tar))
    await expect(restore()).rejects.toThrow('newer than this one')
  })

  it('that was written before tar-stream is restored', async () => {
    path = fileURLToPath(new URL('fixtures/before-tar-stream.backup', import.meta.url))
    await restore()
    const restored = connect(target, 1)
    const candidate = await restored.selectFrom('candidates').select('name').executeTakeFirstOrThrow()
    const { storage_key: key } = await restored
      .selectFrom('files')
      .select('storage_key')
      .executeTakeFirstOrThrow()
    await restored.destroy()
    expect(candidate.name).toBe('Jörg Kept')
    expect((await buffer(files.read(key))).toString()).toBe('a file of before')
  })

  it('of an older version is migrated to the current schema', async () => {
    const all = (await listMigrations()).map(({ name }) => name)
    await migrate(target, { only: all.slice(0, -1) })
    const client = new pg.Client({ connectionString: target })
    client.on('error', () => {})
    await client.connect()
    await client.query(`insert into workspaces (id, name) values (gen_random_uuid(), 'Of an older version')`)
    await writeBackup({ connectionString: target, files, path })
    await restore({ replace: true })
    const { rows } = await client.query(
      `select (select json_agg(name order by name) from schema_migrations) as migrations, name from workspaces`,
    )
    const repeatable = (await listRepeatable()).map(({ name }) => name)
    expect(rows).toEqual([{ migrations: [...all, ...repeatable], name: 'Of an older version' }])
    await client.end()
  })
})

describe('copyIn', () => {
  it('does not leak listeners over many parts', async () => {
    const client = new pg.Client({ connectionString: target })
    await client.connect()
    const warned: string[] = []
    const hear = ({ message }: Error) => warned.push(message)
    process.on('warning', hear)
    try {
      await client.query('create table parts (line text)')
      const table = { name: 'public.parts', columns: ['line'] }
      const rows = copyIn(client, new Map([[table.name, table]]))
      // More at once than the socket buffers, so that each waits.
      for (let part = 0; part < 20; part += 1)
        await rows.take(table.name, Buffer.from(`${'x'.repeat(1_000_000)}\n`), part === 0)
      await rows.end()
      expect((await client.query('select from parts')).rowCount).toBe(20)
      expect(warned).toEqual([])
    } finally {
      process.off('warning', hear)
      await client.end()
    }
  })
})
