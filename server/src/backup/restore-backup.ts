import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { listMigrations, migrate } from '../database/migrate.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { installJobs } from '../jobs/install-jobs.ts'
import { BackupError, type BackupHeader, type BackupManifest } from './backup-format.ts'
import {
  type BackedUpTable,
  columnList,
  copySettings,
  hashRows,
  jobTable,
  listTables,
  quoted,
  quotedName,
} from './backup-tables.ts'
import { putAside } from './bulk-load.ts'
import { readBackup, readHeader, type Taker } from './read-backup.ts'

interface Options {
  path: string
  /** As the role that owns the database, past any pooler. No server may use it meanwhile. */
  connectionString: string
  /** Where the files go; nothing must be there yet. */
  files: Pick<FileStorage, 'read' | 'write'>
  /** Drops what is there. */
  replace?: boolean
  log?: (line: string) => void
}

/** @throws BackupError when the backup was made by a schema that this version does not know */
async function assertKnown(header: BackupHeader): Promise<void> {
  const known = new Map((await listMigrations()).map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of header.migrations) {
    if (!known.has(name))
      throw new BackupError(
        `The backup is of Muster ${header.version}, which is newer than this one (it knows ${name}). Restore it with that version.`,
      )
    if (known.get(name) !== sha256)
      throw new BackupError(`The backup's schema is not that of this version: ${name} differs.`)
  }
}

/** @throws BackupError when a server uses the database, or somebody's data are in it and may not be dropped */
async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  const servers = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'muster muster_%'`,
  )
  if (servers.rowCount) throw new BackupError('A server uses this database. Stop it first.')
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.workspaces') is not null as found`,
  )
  if (rows[0]!.found) {
    const { rowCount } = await client.query('select from workspaces limit 1')
    if (rowCount && !replace)
      throw new BackupError(
        'The database holds data already. Add --replace to drop them and put those of the backup in their place.',
      )
  }
  await client.query('drop schema if exists pgboss cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
}

/** One COPY after another, whatever the parts they come in. */
export function copyIn(client: pg.Client, tables: Map<string, BackedUpTable>) {
  let current: { stream: CopyStreamQuery; done: Promise<void>; failed: AbortController } | null = null
  async function end(): Promise<void> {
    if (!current) return
    const { stream, done } = current
    current = null
    stream.end()
    await done
  }
  return {
    end,
    async take(name: string, content: Buffer, isFirst: boolean): Promise<void> {
      if (isFirst) {
        await end()
        const table = tables.get(name)
        if (!table) throw new BackupError(`The backup has a table ${name} that its schema has not.`)
        const into = name === jobTable ? 'restored_jobs' : quotedName(name)
        const stream = client.query(from(`copy ${into} (${columnList(table)}) from stdin`))
        const failed = new AbortController()
        const done = finished(stream)
        done.catch((error) => failed.abort(error))
        current = { stream, done, failed }
      }
      const { stream, failed } = current!
      if (!stream.write(content))
        await once(stream, 'drain', { signal: failed.signal }).catch((error) => {
          throw failed.signal.reason ?? error
        })
    },
  }
}

/** Keeps each file, and reads it back: what a disk took is not always what it holds. */
function filesIn(files: Options['files']) {
  let current: {
    key: string
    hash: ReturnType<typeof createHash>
    stream: PassThrough
    done: Promise<void>
  } | null = null
  async function end(): Promise<void> {
    if (!current) return
    const { key, hash, stream, done } = current
    current = null
    stream.end()
    await done
    const kept = createHash('sha256')
    for await (const chunk of files.read(key)) kept.update(chunk as Buffer)
    if (kept.digest('hex') !== hash.digest('hex'))
      throw new BackupError(`The file ${key} was not kept as it is.`)
  }
  return {
    end,
    async take(key: string, content: Buffer, isFirst: boolean): Promise<void> {
      if (isFirst) {
        await end()
        const stream = new PassThrough()
        const done = files.write(key, stream)
        done.catch((error) => stream.destroy(error))
        current = { key, hash: createHash('sha256'), stream, done }
      }
      current!.hash.update(content)
      if (!current!.stream.write(content)) await Promise.race([once(current!.stream, 'drain'), current!.done])
    },
  }
}

async function takeJobs(
  client: pg.Client,
  table: BackedUpTable,
  log: (line: string) => void,
): Promise<boolean> {
  const now = (await listTables(client)).find(({ name }) => name === jobTable)!
  const both = table.columns.filter((column) => now.columns.includes(column))
  const list = both.map(quoted).join(', ')
  const { rowCount } = await client.query(
    `insert into ${jobTable} (${list}) select ${list} from restored_jobs j
     where exists (select from pgboss.queue q where q.name = j.name) on conflict do nothing`,
  )
  if (rowCount) log(`${jobTable}: ${rowCount} rows`)
  return both.length === table.columns.length && both.length === now.columns.length
}

/** Drops what migrations wrote; tables that only grow are empty, and may not be emptied. */
async function emptyTables(client: pg.Client): Promise<void> {
  const filled: string[] = []
  for (const { name } of await listTables(client)) {
    if (name === jobTable) continue
    const { rowCount } = await client.query(`select from ${quotedName(name)} limit 1`)
    if (rowCount) filled.push(quotedName(name))
  }
  if (filled.length > 0) await client.query(`truncate ${filled.join(', ')}`)
}

async function load(client: pg.Client, options: Options, header: BackupHeader): Promise<BackupManifest> {
  const { path, log = () => {} } = options
  const tables = new Map(header.tables.map((table) => [table.name, table]))
  const jobs = tables.get(jobTable)
  await client.query('begin')
  const putBack = await putAside(client)
  await emptyTables(client)
  // Columns that only another version of pg-boss has come as text, and stay behind.
  if (jobs)
    await client.query(
      `create temp table restored_jobs on commit drop as select * from ${jobTable} with no data`,
    )
  for (const column of jobs?.columns ?? [])
    await client.query(`alter table restored_jobs add column if not exists ${quoted(column)} text`)
  const rowsIn = copyIn(client, tables)
  const kept = filesIn(options.files)
  const taker: Taker = {
    async table(name, { content, isFirst }) {
      if (isFirst) log(`${name}…`)
      await rowsIn.take(name, content, isFirst)
    },
    async file(key, { content, isFirst }) {
      await rowsIn.end()
      await kept.take(key, content, isFirst)
    },
  }
  const manifest = await readBackup(path, taker)
  await rowsIn.end()
  await kept.end()
  const sameJobs = jobs ? await takeJobs(client, jobs, log) : true
  for (const { name, last } of header.sequences)
    if (last !== null) await client.query('select setval($1::regclass, $2)', [quotedName(name), last])
  await putBack(log)
  log('Comparing every row…')
  for (const table of header.tables) {
    if (table.name === jobTable && !sameJobs) continue
    const expected = manifest.tables[table.name]!
    const found = await hashRows(client, table)
    if (found.rows !== expected.rows || found.hash !== expected.hash)
      throw new BackupError(
        `${table.name} is not what it was: ${found.rows} of ${expected.rows} rows, or other ones. Nothing was kept.`,
      )
  }
  await client.query('commit')
  return manifest
}

/**
 * Puts back everything a backup holds: the schema it was made with, its rows and files, each compared with what was
 * written, and then whatever migrations came since. Until the rows are right nothing of them is kept.
 * @throws BackupError in one line for the person who asked for it
 */
export async function restoreBackup(options: Options): Promise<BackupManifest> {
  const { path, connectionString, replace = false, log = () => {} } = options
  log('Checking the backup…')
  const header = await readHeader(path)
  await assertKnown(header)
  await readBackup(path)
  const client = new pg.Client({ connectionString, application_name: 'muster restore', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(copySettings)
    await makeRoom(client, replace)
    await migrate(connectionString, { only: header.migrations.map(({ name }) => name) })
    // The server's own way of making its queues; nothing works on them.
    await installJobs(connectionString)
    const manifest = await load(client, options, header)
    await migrate(connectionString)
    await client.query('analyze')
    return manifest
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}
