import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { createJobs } from '../jobs/jobs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of a role that may create databases, in a database other than the template. */
    postgres: string
    /** The same server as the plain role that owns `muster_template`, as Muster itself connects. */
    postgresOwner: string
  }
}

interface TestPostgres {
  admin: string
  owner: string
  stop(): Promise<void>
}

/** Vitest runs this file once for each project that names it; they share one PostgreSQL. */
const shared = globalThis as { musterTestPostgres?: { users: number; started: Promise<TestPostgres> } }

/**
 * Starts one PostgreSQL for the whole run, or takes that of TEST_DATABASE_URL (15 or newer, a role that may create
 * databases and roles), and migrates the database `muster_template`, from which the tests clone theirs.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.musterTestPostgres ??= { users: 0, started: startTemplate() }
  const mine = shared.musterTestPostgres
  mine.users += 1
  const { admin, owner, stop } = await mine.started
  project.provide('postgres', admin)
  project.provide('postgresOwner', owner)
  return async () => {
    mine.users -= 1
    if (mine.users > 0) return
    delete shared.musterTestPostgres
    await stop()
  }
}

async function startTemplate(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { admin: given, stop: async () => {} } : await startTemporary()
  try {
    const owner = await createTemplate(server.admin)
    await migrate(owner)
    // With the tables of the jobs, which every server would otherwise have to make on its own database.
    await (await createJobs(owner, console.error)).stop()
    return { ...server, owner }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Nothing of it needs to survive, so it waits for no disk. */
async function startTemporary() {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings }).catch(async (error) => {
    await remove()
    throw error
  })
  return {
    admin: postgres.superuserConnectionString,
    stop: async () => {
      await postgres.stop()
      await remove()
    },
  }
}

/** Owned by a role without special rights: what needs more must fail here before it fails at someone's start. */
async function createTemplate(admin: string): Promise<string> {
  const role = 'muster_test'
  const password = randomBytes(16).toString('hex')
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    await client.query('drop database if exists muster_template with (force)')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    await client.query(`${rowCount ? 'alter' : 'create'} role ${role} login password '${password}'`)
    await client.query(`create database muster_template owner ${role} template template0 encoding 'UTF8'`)
  } finally {
    await client.end()
  }
  const owner = new URL(admin)
  owner.username = role
  owner.password = password
  owner.pathname = '/muster_template'
  return owner.href
}
