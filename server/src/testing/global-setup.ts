import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../database/embedded.ts'
import { prepareSchema } from '../installation/prepare-schema.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of a role that may create databases, in a database other than the template. */
    postgres: string
    /** The same server as the plain role that owns `muster_template`, as Muster migrates. */
    postgresOwner: string
    /** The same as the role that owns nothing, as Muster serves. */
    postgresApp: string
  }
}

interface TestPostgres {
  admin: string
  owner: string
  app: string
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
  const { admin, owner, app, stop } = await mine.started
  project.provide('postgres', admin)
  project.provide('postgresOwner', owner)
  project.provide('postgresApp', app)
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
    const { owner, app } = await createTemplate(server.admin)
    await prepareSchema({ ownerUrl: owner, appUrl: app, log: console.error })
    return { ...server, owner, app }
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

/**
 * Owned by a role without special rights and served by one that owns nothing: what needs more must fail here before it
 * fails at someone's start.
 */
async function createTemplate(admin: string): Promise<{ owner: string; app: string }> {
  const [owner, app] = ['muster_test', 'muster_test_app'] as const
  const password = randomBytes(16).toString('hex')
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    await client.query('drop database if exists muster_template with (force)')
    for (const role of [owner, app]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      await client.query(`${rowCount ? 'alter' : 'create'} role ${role} login password '${password}'`)
    }
    await client.query(`create database muster_template owner ${owner} template template0 encoding 'UTF8'`)
  } finally {
    await client.end()
  }
  const urlOf = (role: string) => {
    const url = new URL(admin)
    url.username = role
    url.password = password
    url.pathname = '/muster_template'
    return url.href
  }
  return { owner: urlOf(owner), app: urlOf(app) }
}
