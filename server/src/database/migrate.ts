import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const migrationsDirectory = new URL('../../migrations/', import.meta.url)

/** Any fixed number: it keeps two nodes from migrating at once. */
const migrationLock = 7_204_118

/**
 * Brings the database to the newest schema. Each `.sql` file runs once, in its own transaction, in the order of
 * its name; a file that changed after it ran is refused, since the database would not be what the file says.
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists schema_migrations (
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
    const names = (await readdir(migrationsDirectory)).filter((name) => name.endsWith('.sql')).sort()
    for (const name of names) {
      const text = await readFile(new URL(name, migrationsDirectory), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const before = applied.get(name)
      if (before === sha256) continue
      if (before !== undefined)
        throw new Error(`Migration ${name} changed after it ran here; add a new migration instead`)
      await client.query('begin')
      await client.query(text)
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}
