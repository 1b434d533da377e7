import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const migrationsDirectory = new URL('../../migrations/', import.meta.url)

/** Any fixed number: it keeps two nodes from migrating at once. */
export const migrationLock = 7_204_118

/** First line of a file with one statement that PostgreSQL runs outside of transactions only, and that may run again. */
const alone = '-- outside a transaction\n'

/** Of the database while others use it: somebody has a table that a migration wants, or two want each other's. */
const inTheWay = new Set(['55P03', '40P01'])

export interface MigrateOptions {
  /** Only these files, as a backup of an older schema needs. */
  only?: readonly string[]
  /** Default: those of Muster. */
  directory?: URL
  /**
   * For how long a migration may wait for a table. Whoever comes meanwhile waits behind it, so it gives up soon, lets
   * them pass and tries again.
   */
  lockTimeoutMs?: number
  /** How often it tries. */
  attempts?: number
  statementTimeoutMs?: number
  log?: (line: string) => void
}

export interface Migration {
  name: string
  sha256: string
}

/** The files of Muster, or of another directory, in the order in which they run. */
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

async function apply(
  client: pg.Client,
  { name, text, sha256 }: Migration & { text: string },
  { lockTimeoutMs, statementTimeoutMs }: { lockTimeoutMs: number; statementTimeoutMs: number },
): Promise<void> {
  const note = 'insert into schema_migrations (name, sha256) values ($1, $2)'
  if (text.startsWith(alone)) {
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
 * Brings the database to the newest schema. Each `.sql` file runs once, in its own transaction, in the order of
 * its name; a file that changed after it ran is refused, since the database would not be what the file says. Of several
 * nodes one migrates and the others wait for it. A role that owns nothing may call it where nothing is left to run.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<void> {
  const { only, directory, log = () => {}, attempts = 60 } = options
  const { lockTimeoutMs = 3_000, statementTimeoutMs = 30 * 60_000 } = options
  const client = new pg.Client({ connectionString, application_name: 'muster migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const { rows: found } = await client.query(`select to_regclass('schema_migrations') is null as missing`)
    // Not "if not exists", which needs the right to create tables although there is nothing to create.
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
    for (const migration of await listMigrations(directory)) {
      const { name, sha256 } = migration
      const before = applied.get(name)
      if (before === sha256 || (only && !only.includes(name))) continue
      if (before !== undefined)
        throw new Error(`Migration ${name} changed after it ran here; add a new migration instead`)
      for (let attempt = 1; ; attempt += 1) {
        try {
          await apply(client, migration, { lockTimeoutMs, statementTimeoutMs })
          break
        } catch (error) {
          await client.query('rollback').catch(() => {})
          if (attempt === attempts || !inTheWay.has((error as pg.DatabaseError).code ?? '')) throw error
          if (attempt === 1) log(`Migration ${name} waits until the tables it changes are free…`)
          await sleep(Math.min(lockTimeoutMs, 1_000))
        }
      }
    }
  } finally {
    await client.end()
  }
}
