import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const migrationsDirectory = new URL('../../migrations/', import.meta.url)

/** Any fixed number: it keeps two nodes from migrating at once. */
export const migrationLock = 7_204_118

/** First line of a file with one idempotent statement that PostgreSQL only runs outside of transactions. */
const outsideTransaction = '-- outside a transaction\n'

/** Errors under concurrent use: lock_not_available and deadlock_detected. */
const lockErrors = new Set(['55P03', '40P01'])

export interface MigrateOptions {
  /** Only these files, for a backup of an older schema. */
  only?: readonly string[]
  /** Defaults to Muster's own. */
  directory?: URL
  /**
   * How long a migration waits for a table lock. Others queue behind it, so it gives up soon, lets them pass and
   * retries.
   */
  lockTimeoutMs?: number
  /** The number of attempts. */
  attempts?: number
  statementTimeoutMs?: number
  log?: (line: string) => void
}

export interface Migration {
  name: string
  sha256: string
}

/** Lists the numbered files in the order in which they run. */
export async function listMigrations(
  directory = migrationsDirectory,
): Promise<(Migration & { text: string })[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Lists the files of functions, triggers and views. They run after the numbered ones, and again when they change. One
 * file may use what another defines, in any order: function bodies are checked when they run.
 */
export async function listRepeatable(
  directory = migrationsDirectory,
): Promise<(Migration & { text: string })[]> {
  const folder = new URL('repeatable/', directory)
  if (!existsSync(folder)) return []
  const files = await listMigrations(folder)
  return files.map((file) => ({
    ...file,
    name: `repeatable/${file.name}`,
    text: ['set local check_function_bodies = off;', file.text].join('\n'),
  }))
}

async function apply(
  client: pg.Client,
  { name, text, sha256 }: Migration & { text: string },
  { lockTimeoutMs, statementTimeoutMs }: { lockTimeoutMs: number; statementTimeoutMs: number },
): Promise<void> {
  const note = `insert into schema_migrations (name, sha256) values ($1, $2)
    on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`
  if (text.startsWith(outsideTransaction)) {
    await client.query(`set lock_timeout = ${lockTimeoutMs}; set statement_timeout = ${statementTimeoutMs}`)
    await client.query(text)
    await client.query(note, [name, sha256])
    return
  }
  await client.query('begin')
  await client.query(
    `set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = ${statementTimeoutMs}`,
  )
  await client.query(text)
  await client.query(note, [name, sha256])
  await client.query('commit')
}

/**
 * Returns the files left to run. A numbered file that changed after it ran is refused, since the schema would differ
 * from it. After a newer version has migrated, its repeatable files stay.
 */
async function listPending(
  applied: ReadonlyMap<string, string>,
  directory: URL | undefined,
  only: readonly string[] | undefined,
): Promise<(Migration & { text: string })[]> {
  const numbered = await listMigrations(directory)
  const changed = numbered.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256)
  if (changed)
    throw new Error(`Migration ${changed.name} changed after it ran here; add a new migration instead`)
  const known = new Set(numbered.map(({ name }) => name))
  const isOlder = [...applied.keys()].some((name) => !name.startsWith('repeatable/') && !known.has(name))
  const repeatable = only || isOlder ? [] : await listRepeatable(directory)
  return [...numbered.filter(({ name }) => !only || only.includes(name)), ...repeatable].filter(
    ({ name, sha256 }) => applied.get(name) !== sha256,
  )
}

/**
 * Migrates the database to the newest schema. Each numbered `.sql` file runs once, in its own transaction, in order of
 * name; then each repeatable one that changed. Of several nodes one migrates and the others wait. A role that owns
 * nothing may call it when nothing is left to run.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<void> {
  const { only, directory, log = () => {}, attempts = 60 } = options
  const { lockTimeoutMs = 3_000, statementTimeoutMs = 30 * 60_000 } = options
  const client = new pg.Client({ connectionString, application_name: 'muster migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const { rows: found } = await client.query(`select to_regclass('schema_migrations') is null as missing`)
    // Not "if not exists", which needs the privilege to create tables even when the table is there.
    if (found[0].missing)
      await client.query(`create table schema_migrations (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz(3) not null default now()
      )`)
    const applied = new Map<string, string>(
      (await client.query('select name, sha256 from schema_migrations')).rows.map((row) => [
        row.name,
        row.sha256,
      ]),
    )
    for (const migration of await listPending(applied, directory, only)) {
      const { name } = migration
      for (let attempt = 1; ; attempt += 1) {
        try {
          await apply(client, migration, { lockTimeoutMs, statementTimeoutMs })
          break
        } catch (error) {
          await client.query('rollback').catch(() => {})
          if (attempt === attempts || !lockErrors.has((error as pg.DatabaseError).code ?? '')) throw error
          if (attempt === 1) log(`Migration ${name} waits until the tables it changes are free…`)
          await sleep(Math.min(lockTimeoutMs, 1_000))
        }
      }
    }
  } finally {
    await client.end()
  }
}
