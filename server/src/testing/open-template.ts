import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, startTestServer, type Template, type TestServer } from './test-server.ts'

/**
 * Returns a template and its contents. The first process of a run fills it through a test server and stores the contents
 * in the comment of its database; the others wait.
 */
export async function openTemplate<Contents>(
  database: 'muster_seeded' | 'muster_sample',
  fill: (server: TestServer) => Promise<Contents>,
): Promise<{ template: Template; contents: Contents }> {
  const files = join(inject('folder'), database)
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  try {
    await admin.query(`select pg_advisory_lock(hashtext('${database}'))`)
    const { rows } = await admin.query<{ made: string | null }>(
      `select shobj_description(oid, 'pg_database') as made from pg_database where datname = '${database}'`,
    )
    const template = { database, files }
    if (rows[0]?.made) return { template, contents: JSON.parse(rows[0].made) }
    await admin.query(`drop database if exists ${database} with (force)`)
    await rm(files, { recursive: true, force: true })
    await mkdir(files)
    const connectionString = await createDatabase(database)
    const server = await startTestServer({ connectionString, config: { dataDir: files } })
    const contents = await fill(server).finally(() => server.stop())
    await admin.query(`comment on database ${database} is ${pg.escapeLiteral(JSON.stringify(contents))}`)
    return { template, contents }
  } finally {
    await admin.end()
  }
}
