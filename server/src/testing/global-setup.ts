import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { areReadersStale, buildReaders } from '../../../scripts/build.mjs'
import { startEmbeddedPostgres } from '../database/embedded.ts'
import { prepareSchema } from '../installation/prepare-schema.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** For a role that may create databases, in a database other than the template. */
    postgres: string
    /** The same server for the plain role that owns `muster_template`, as Muster migrates. */
    postgresOwner: string
    /** The same for the role that owns nothing, as Muster serves. */
    postgresApp: string
    /** Removed after the run. */
    folder: string
  }
}

interface TestPostgres {
  admin: string
  owner: string
  app: string
  folder: string
  stop(): Promise<void>
}

/** Vitest runs this file once for each project that names it; all share one PostgreSQL. */
const shared = globalThis as { musterTestPostgres?: { users: number; started: Promise<TestPostgres> } }

/**
 * Builds the readers of files if they are stale. Starts one PostgreSQL for the whole run, or uses that of
 * TEST_DATABASE_URL (15 or newer, a role that may create databases and roles), and migrates the database
 * `muster_template`, which the tests clone.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.musterTestPostgres ??= { users: 0, started: startTemplate() }
  const mine = shared.musterTestPostgres
  mine.users += 1
  const { admin, owner, app, folder, stop } = await mine.started
  project.provide('postgres', admin)
  project.provide('postgresOwner', owner)
  project.provide('postgresApp', app)
  project.provide('folder', folder)
  return async () => {
    mine.users -= 1
    if (mine.users > 0) return
    delete shared.musterTestPostgres
    await stop()
  }
}

const memory = '/dev/shm'
const roomBytes = 4 * 2 ** 30

/**
 * In memory if it fits: a database has more than a thousand files, and copying them on a disk takes six times as long.
 */
async function parentFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > roomBytes ? memory : tmpdir()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Creates the folder of this run, and removes those of killed runs. */
async function makeFolder(): Promise<string> {
  const parent = await parentFolder()
  for (const name of await readdir(parent)) {
    const [, pid] = /^muster-test-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, `muster-test-${process.pid}-`))
}

async function startTemplate(): Promise<TestPostgres> {
  if (areReadersStale() && (await buildReaders()) !== 0)
    throw new Error('The readers of files could not be built; the reason is above')
  const folder = await makeFolder()
  const remove = () => rm(folder, { recursive: true, force: true })
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { admin: given, stop: remove } : await startTemporary(folder, remove)
  try {
    const { owner, app } = await createTemplate(server.admin)
    await prepareSchema({ ownerUrl: owner, appUrl: app, log: console.error })
    return { ...server, owner, app, folder }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Needs no durability, so it does not wait for the disk. */
async function startTemporary(folder: string, remove: () => Promise<void>) {
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' },
    // Autovacuum would scan hundreds of databases that are dropped at once.
    autovacuum: 'off',
  }
  const dataDir = join(folder, 'postgres')
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
 * Creates it with an owner without special privileges and a server role that owns nothing, so that code which needs
 * more fails here.
 */
async function createTemplate(admin: string): Promise<{ owner: string; app: string }> {
  const [owner, app] = ['muster_test', 'muster_test_app'] as const
  const password = randomBytes(16).toString('hex')
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    for (const database of ['muster_template', 'muster_seeded', 'muster_sample'])
      await client.query(`drop database if exists ${database} with (force)`)
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
