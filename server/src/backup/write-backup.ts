import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import type { FileStorage } from '../files/file-storage.ts'
import { backupLock } from '../files/remove-stored.ts'
import { avatarKey } from '../users/avatar-key.ts'
import { version } from '../version.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  backupFormat,
  partBytes,
  partName,
} from './backup-format.ts'
import {
  type BackedUpTable,
  copySettings,
  hashRows,
  listSequences,
  listTables,
  rowsOf,
} from './backup-tables.ts'
import { packTar, type TarEntry } from './tar.ts'

interface Options {
  /** Connects without a pooler: one connection holds the snapshot to the end. */
  connectionString: string
  files: Pick<FileStorage, 'read'>
  /** The file appears there once it is complete. */
  path: string
  log?: (line: string) => void
}

/** How long to wait for a file that is being removed. */
const lockTimeoutMs = 5_000

/** Cuts a stream into parts, counting and hashing its bytes. */
async function* cutIntoParts(
  bytes: AsyncIterable<Buffer>,
  name: string,
  hash: Hash,
  count: (bytes: number) => void,
): AsyncGenerator<TarEntry> {
  let held: Buffer[] = []
  let size = 0
  let part = 0
  const cut = () => {
    const content = Buffer.concat(held)
    held = []
    size = 0
    part += 1
    return { name: partName(name, part), content }
  }
  for await (const chunk of bytes) {
    hash.update(chunk)
    count(chunk.length)
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, partBytes - size)
      held.push(taken)
      size += taken.length
      rest = rest.subarray(taken.length)
      if (size === partBytes) yield cut()
    }
  }
  if (size > 0 || part === 0) yield cut()
}

function jsonEntry(name: string, value: unknown): TarEntry {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

async function describe(client: pg.Client, changesUntil: string | undefined): Promise<BackupHeader> {
  const migrations = await client.query(
    `select name, sha256 from schema_migrations where name !~ '^repeatable/' order by name`,
  )
  const about = await client.query(`select current_setting('server_version') as postgres, now()::text as now`)
  return {
    format: backupFormat,
    version,
    createdAt: new Date(about.rows[0].now).toISOString(),
    changesUntil,
    postgres: about.rows[0].postgres,
    migrations: migrations.rows,
    tables: await listTables(client),
    sequences: await listSequences(client),
  }
}

/** Yields a few keys at a time, since there may be millions. */
async function* fileKeys(client: pg.Client): AsyncGenerator<string> {
  await client.query('declare stored cursor for select storage_key as key from files order by 1')
  for (;;) {
    const { rows } = await client.query<{ key: string }>('fetch 1000 from stored')
    if (rows.length === 0) break
    for (const { key } of rows) yield key
  }
  const { rows } = await client.query<{ workspace_id: string; avatar_id: string }>(
    'select workspace_id, avatar_id from users where avatar_id is not null order by 1, 2',
  )
  for (const { workspace_id: workspaceId, avatar_id: avatarId } of rows)
    yield avatarKey(workspaceId, avatarId)
}

async function* writeEntries(
  client: pg.Client,
  { files, log = () => {} }: Options,
  manifest: BackupManifest,
  changesUntil: string | undefined,
): AsyncGenerator<TarEntry> {
  const header = await describe(client, changesUntil)
  yield jsonEntry('header.json', header)
  for (const table of header.tables) yield* writeTable(client, table, manifest, log)
  const hash = createHash('sha256')
  for await (const key of fileKeys(client)) {
    hash.update(`${key}\n`)
    manifest.files.count += 1
    yield* cutIntoParts(readFile(files, key), `files/${key}`, hash, (bytes) => {
      manifest.files.bytes += bytes
    })
  }
  manifest.files.sha256 = hash.digest('hex')
  log(`${manifest.files.count} files, ${manifest.files.bytes} bytes`)
  yield jsonEntry('manifest.json', manifest)
}

async function* writeTable(
  client: pg.Client,
  table: BackedUpTable,
  manifest: BackupManifest,
  log: (line: string) => void,
): AsyncGenerator<TarEntry> {
  const hash = createHash('sha256')
  let bytes = 0
  const copy = client.query(to(`copy (${rowsOf(table)}) to stdout`))
  yield* cutIntoParts(copy, `tables/${table.name}`, hash, (more) => {
    bytes += more
  })
  const { rows, hash: rowHash } = await hashRows(client, table)
  manifest.tables[table.name] = { rows, hash: rowHash, bytes, sha256: hash.digest('hex') }
  if (rows > 0) log(`${table.name}: ${rows} rows`)
}

async function* readFile(files: Pick<FileStorage, 'read'>, key: string): AsyncGenerator<Buffer> {
  try {
    yield* files.read(key)
  } catch (error) {
    throw new BackupError(
      `The file ${key} cannot be read, so the backup would lack it: ${(error as Error).message}`,
    )
  }
}

/** Returns a time before which every change is committed; undefined in a schema without such times. */
async function readHorizon(client: pg.Client): Promise<string | undefined> {
  const { rowCount } = await client.query(`select where to_regproc('change_horizon') is not null`)
  if (!rowCount) return undefined
  const { rows } = await client.query<{ at: string }>('select change_horizon()::text as at')
  return new Date(rows[0]!.at).toISOString()
}

/**
 * Writes a backup of the whole installation while the server runs: every row of one snapshot and every file of those
 * rows, at constant memory.
 * @throws BackupError with one line for the operator
 */
export async function writeBackup(options: Options): Promise<BackupManifest> {
  const { connectionString, path } = options
  const client = new pg.Client({ connectionString, application_name: 'muster backup', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const draft = `${path}.part`
  try {
    await client.query(copySettings)
    // Held until the end: files of deleted rows are not removed meanwhile.
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await client.query('select pg_advisory_lock($1)', [backupLock]).catch((error: pg.DatabaseError) => {
      throw error.code === '55P03'
        ? new BackupError('Another backup is being taken; wait until it is done.')
        : error
    })
    // Before the snapshot, so that the snapshot has all these changes.
    const changesUntil = await readHorizon(client)
    await client.query('begin isolation level repeatable read read only')
    const manifest: BackupManifest = { tables: {}, files: { count: 0, bytes: 0, sha256: '' } }
    await pipeline(
      packTar(writeEntries(client, options, manifest, changesUntil)),
      createZstdCompress({
        params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
      }),
      createWriteStream(draft, { mode: 0o600 }),
    )
    const written = await open(draft)
    await written.sync()
    await written.close()
    await rename(draft, path)
    return manifest
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
