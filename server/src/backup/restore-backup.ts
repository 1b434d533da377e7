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
import { startBulkLoad } from './bulk-load.ts'
import { type BackupConsumer, readBackup, readHeader } from './read-backup.ts'

interface Options {
  path: string
  /** Connects as the owner of the database, without a pooler. No server may use the database meanwhile. */
  connectionString: string
  /** Receives the files; must be empty. */
  files: Pick<FileStorage, 'read' | 'write'>
  /** Drops existing data. */
  replace?: boolean
  log?: (line: string) => void
}

/** @throws BackupError when the backup's schema is newer than this version */
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

/**
 * Drops all data.
 * @throws BackupError when a server uses the database, or it has data and `replace` is not set
 */
async function dropSchemas(client: pg.Client, replace: boolean): Promise<void> {
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

/** Runs one COPY after another, however each is split into parts. */
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

/** Stores each file and reads it back, since a disk does not always hold what it accepted. */
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

/** Inserts the jobs whose queue this version has. Returns whether they are all jobs of the backup, with all columns. */
async function insertJobs(
  client: pg.Client,
  table: BackedUpTable,
  log: (line: string) => void,
): Promise<boolean> {
  const now = (await listTables(client)).find(({ name }) => name === jobTable)!
  const both = table.columns.filter((column) => now.columns.includes(column))
  const list = both.map(quoted).join(', ')
  const { rowCount: dropped } = await client.query(
    `delete from restored_jobs j where not exists (select from pgboss.queue q where q.name = j.name)`,
  )
  if (dropped) log(`${jobTable}: ${dropped} rows of queues that this version does not have are left out`)
  const { rowCount } = await client.query(
    `insert into ${jobTable} (${list}) select ${list} from restored_jobs on conflict do nothing`,
  )
  if (rowCount) log(`${jobTable}: ${rowCount} rows`)
  return !dropped && both.length === table.columns.length && both.length === now.columns.length
}

/** Drops the rows that migrations inserted. Append-only tables are empty, and may not be emptied. */
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
  const finishBulkLoad = await startBulkLoad(client)
  await emptyTables(client)
  // Columns of another version of pg-boss are read as text and dropped.
  if (jobs)
    await client.query(
      `create temp table restored_jobs on commit drop as select * from ${jobTable} with no data`,
    )
  for (const column of jobs?.columns ?? [])
    await client.query(`alter table restored_jobs add column if not exists ${quoted(column)} text`)
  const rowsIn = copyIn(client, tables)
  const kept = filesIn(options.files)
  const taker: BackupConsumer = {
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
  const sameJobs = jobs ? await insertJobs(client, jobs, log) : true
  for (const { name, last } of header.sequences)
    if (last !== null) await client.query('select setval($1::regclass, $2)', [quotedName(name), last])
  await finishBulkLoad(log)
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
 * Restores a backup: migrates to its schema, inserts its rows and files, compares each with the backup, and then runs
 * newer migrations. Nothing is committed until the rows are right.
 * @throws BackupError with one line for the operator
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
    await dropSchemas(client, replace)
    await migrate(connectionString, { only: header.migrations.map(({ name }) => name) })
    // Creates the queues as the server does; no worker runs.
    await installJobs(connectionString)
    const manifest = await load(client, options, header)
    await migrate(connectionString)
    await client.query('update installation set restored_from = $1, restored_at = clock_timestamp()', [
      header.changesUntil ?? null,
    ])
    await client.query('analyze')
    return manifest
  } finally {
    // Rolls back what is not committed.
    await client.end()
  }
}
