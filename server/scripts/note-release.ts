import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { describeSchema } from '../src/database/describe-schema.ts'
import { version } from '../src/version.ts'
import { withMigratedDatabase } from './with-migrated-database.ts'

/**
 * Writes down the schema that this version relies on, once it is released: the next one's migrations are tested against
 * it, since nodes of this version go on serving while they run.
 */
await withMigratedDatabase(async (connectionString) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const tables = await describeSchema(client)
  await client.end()
  const file = new URL('../migrations/released.json', import.meta.url)
  await writeFile(file, `${JSON.stringify({ version, tables }, null, 2)}\n`)
})
