import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@muster/server/database/embedded.ts'
import pg from 'pg'
import { fillDatabase } from './fill.ts'

export interface BenchDatabases {
  /** For a role that may create databases and copy the other role's. */
  admin: string
  /** Any database of the server's role. */
  owner: string
  /** By number of applications. */
  connectionStrings: ReadonlyMap<number, string>
  stop(): Promise<void>
}

const cacheFolder = fileURLToPath(new URL('./data', import.meta.url))

/** Hashes the code that fills databases: another version would measure other rows. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [
    '../server/migrations/',
    '../server/migrations/repeatable/',
    '../server/src/sample/',
  ]) {
    const url = new URL(folder, import.meta.url)
    for (const name of (await readdir(url)).filter((file) => /(?<!\.test)\.(ts|sql)$/.test(file)).sort())
      hash.update(await readFile(new URL(name, url)))
  }
  return hash.digest('hex').slice(0, 10)
}

/**
 * Connects to the PostgreSQL of DATABASE_URL, whose role may create databases, or starts the embedded one below
 * `bench/data`.
 */
async function startPostgres() {
  const given = process.env.DATABASE_URL
  if (given) return { admin: given, owner: given, stop: async () => {} }
  const embedded = await startEmbeddedPostgres({ dataDir: cacheFolder, log: console.log })
  return {
    admin: embedded.superuserConnectionString,
    owner: embedded.connectionString,
    stop: () => embedded.stop(),
  }
}

/** Returns a database of each size, filled now or reused from an earlier run. */
export async function prepareDatabases(sizes: readonly number[]): Promise<BenchDatabases> {
  const postgres = await startPostgres()
  const version = await fingerprint()
  const connectionStrings = new Map<number, string>()
  const admin = new pg.Client({ connectionString: postgres.admin })
  // A database that could not be filled stops the server, which must not hide the error.
  admin.on('error', () => {})
  await admin.connect()
  try {
    for (const size of sizes) {
      const name = `muster_bench_${size}_${version}`
      const owner = new URL(postgres.owner)
      owner.pathname = `/${name}`
      connectionStrings.set(size, owner.href)
      const { rows } = await admin.query<{ datname: string; filled: boolean }>(
        `select datname, shobj_description(oid, 'pg_database') = 'filled' as filled
         from pg_database where datname ~ $1`,
        [`^muster_bench_${size}_\\w+$`],
      )
      if (rows.some((row) => row.datname === name && row.filled)) continue
      for (const row of rows) await admin.query(`drop database ${row.datname} with (force)`)
      await admin.query(`create database ${name} owner "${owner.username}"`)
      console.log(`Filling ${size.toLocaleString('en')} applications, kept for the next run`)
      await fillDatabase(owner.href, size, (line) => console.log(`  ${line}`))
      await admin.query(`comment on database ${name} is 'filled'`)
    }
  } catch (error) {
    await postgres.stop()
    throw error
  } finally {
    await admin.end()
  }
  return { admin: postgres.admin, owner: postgres.owner, connectionStrings, stop: postgres.stop }
}
