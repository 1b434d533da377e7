import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { describeSchema } from '../src/database/describe-schema.ts'
import { listMigrations } from '../src/database/migrate.ts'
import { version } from '../src/version.ts'
import { withMigratedDatabase } from './with-migrated-database.ts'

/**
 * Stores the schema that this version relies on, when it is released. The next version's migrations are tested against
 * it, since nodes of this version serve while they run. The checksums detect edited migrations.
 */
await withMigratedDatabase(async (connectionString) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const tables = await describeSchema(client)
  await client.end()
  const migrations = Object.fromEntries((await listMigrations()).map(({ name, sha256 }) => [name, sha256]))
  const file = new URL('../migrations/released.json', import.meta.url)
  await writeFile(file, `${JSON.stringify({ version, migrations, tables }, null, 2)}\n`)
})
