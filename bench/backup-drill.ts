import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { restoreBackup } from '@muster/server/backup/restore-backup.ts'
import { writeBackup } from '@muster/server/backup/write-backup.ts'
import { createLocalFileStorage } from '@muster/server/files/file-storage.ts'
import pg from 'pg'
import { prepareDatabases } from './databases.ts'

/** A backup holds parts in memory, never a whole table or file. */
const memoryTarget = 300 * 1024 * 1024

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    files: { type: 'string', default: '2000' },
    /** The database to restore into, such as another PostgreSQL version's. Defaults to a temporary one. */
    into: { type: 'string' },
  },
})

/** Returns the row count and hash of each table, computed independently of the backup. */
async function fingerprint(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString, options: '-c timezone=UTC -c datestyle=ISO' })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace order by 1`,
    )
    const sums: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: string; sum: string }>(
        `select count(*), sum(('x' || right(md5(t::text), 8))::bit(32)::bigint) from ${name} t`,
      )
      sums[name] = `${rows[0]!.count} ${rows[0]!.sum}`
    }
    return sums
  } finally {
    await client.end()
  }
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  console.log(`${what.padEnd(44)} ${((performance.now() - started) / 1000).toFixed(1).padStart(8)} s`)
  return result
}

/** Writes files like users' uploads: some kilobytes each, a few of some megabytes. */
async function writeFiles(folder: string, count: number): Promise<void> {
  const files = createLocalFileStorage(folder)
  for (let n = 0; n < count; n += 1) {
    const block = createHash('sha256').update(String(n)).digest()
    const size = n % 100 === 0 ? 6_000_000 : 20_000 + (n % 7) * 9_000
    await files.write(fileKey(n), Readable.from([Buffer.alloc(size, block)]))
  }
}

const fileKey = (n: number) => `drill/${n}`

const size = Number(options.size)
const count = Number(options.files)
const databases = await prepareDatabases([size])
const source = databases.connectionStrings.get(size)!
const folder = await mkdtemp(join(tmpdir(), 'muster-backup-drill-'))
const path = join(folder, 'muster.backup')
const client = new pg.Client({ connectionString: databases.admin })
await client.connect()
const target = new URL(options.into ?? source)
if (!options.into) target.pathname = '/muster_backup_drill'
try {
  await timed(`${count} files written`, () => writeFiles(join(folder, 'files'), count))
  const writer = new pg.Client({ connectionString: source })
  await writer.connect()
  await writer.query(`delete from files where storage_key like 'drill/%'`)
  await writer.query(
    `insert into files (workspace_id, id, name, content_type, size, sha256, storage_key)
     select (select id from workspaces order by id limit 1), gen_random_uuid(), 'Drill', 'text/plain', 0, '', 'drill/' || n
     from generate_series(0, $1) n`,
    [count - 1],
  )
  const expected = await timed('every row of the database read', () => fingerprint(source))
  const files = createLocalFileStorage(join(folder, 'files'))
  const before = process.memoryUsage.rss()
  const manifest = await timed('backup', () => writeBackup({ connectionString: source, files, path }))
  await writer.query(`delete from files where storage_key like 'drill/%'`)
  await writer.end()
  const { size: bytes } = await stat(path)
  if (!options.into) {
    const owner = new URL(source).username
    await client.query('drop database if exists muster_backup_drill with (force)')
    await client.query(`create database muster_backup_drill owner "${owner}"`)
  }
  const restored = createLocalFileStorage(join(folder, 'restored'))
  await timed('restore into an empty database, compared', () =>
    restoreBackup({
      connectionString: target.href,
      files: restored,
      path,
      replace: options.into !== undefined,
    }),
  )
  const most = process.resourceUsage().maxRSS * 1024 - before
  const made = await fingerprint(target.href)
  let rows = 0
  let wrong = 0
  // Missed events and presence are not backed up.
  for (const [name, sum] of Object.entries(expected)) {
    if (['live_events', 'visits', 'nodes', 'schema_migrations'].includes(name)) continue
    rows += Number(sum.split(' ')[0])
    if (made[name] === sum) continue
    wrong += 1
    console.log(`${name}: ${sum} was backed up, ${made[name]} is there!`)
  }
  for (let n = 0; n < count; n += 1) {
    const [was, is] = [createHash('sha256'), createHash('sha256')]
    for await (const chunk of files.read(fileKey(n))) was.update(chunk as Buffer)
    for await (const chunk of restored.read(fileKey(n))) is.update(chunk as Buffer)
    if (was.digest('hex') !== is.digest('hex')) wrong += 1
  }
  console.log(
    `${rows.toLocaleString('en')} rows in ${Object.keys(manifest.tables).length} tables and ${count} files: ` +
      `${wrong === 0 ? 'every one equal' : `${wrong} DIFFERENT`}`,
  )
  console.log(
    `The backup takes ${(bytes / 1e6).toFixed(0)} MB; memory grew by ${(most / 1e6).toFixed(0)} MB at most` +
      `${most > memoryTarget ? '!' : ''}`,
  )
  if (wrong > 0) process.exitCode = 1
} finally {
  if (!options.into) await client.query('drop database if exists muster_backup_drill with (force)')
  await client.end()
  await databases.stop()
  await rm(folder, { recursive: true })
}
