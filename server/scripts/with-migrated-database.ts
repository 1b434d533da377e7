import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'

/**
 * Runs `work` on a temporary, freshly migrated database: in the PostgreSQL of TEST_DATABASE_URL if set, else in an
 * embedded one in a temporary folder.
 */
export async function withMigratedDatabase(work: (connectionString: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-schema-'))
  const embedded = process.env.TEST_DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } })
  const url = new URL(process.env.TEST_DATABASE_URL ?? embedded!.connectionString)
  const name = embedded ? url.pathname.slice(1) : `muster_schema_${process.pid}`
  const admin = new pg.Client({ connectionString: url.href })
  try {
    if (!embedded) {
      await admin.connect()
      await admin.query(`create database ${name}`)
      url.pathname = `/${name}`
    }
    await migrate(url.href)
    await work(url.href)
  } finally {
    if (!embedded) {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
