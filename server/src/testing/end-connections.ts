import pg from 'pg'
import { inject } from 'vitest'

/** Ends every connection to a database, as its restart does. */
export async function endConnections(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(connectionString).pathname.slice(1),
  ])
  await client.end()
}
