import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Config } from '../config/config.ts'
import { type Seeded, seed } from './seed.ts'
import { renewChallenge } from './seed-sign-in.ts'
import { createDatabase, startTestServer, type TestServer } from './test-server.ts'

const database = 'muster_seeded'

interface Workspaces {
  home: Seeded
  stranger: Seeded
}

async function seedBoth(server: TestServer): Promise<Workspaces> {
  const home = await seed(server)
  const stranger = await seed(server)
  home.plans.all = stranger.plans.all
  return { home, stranger }
}

/** Seeds two workspaces in a template database, and stores their data in its comment. */
async function makeTemplate(admin: pg.Client, dataDir: string): Promise<Workspaces> {
  await admin.query(`drop database if exists ${database} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir)
  const connectionString = await createDatabase(database)
  const server = await startTestServer({ connectionString, config: { dataDir } })
  const workspaces = await seedBoth(server).finally(() => server.stop())
  await admin.query(`comment on database ${database} is ${pg.escapeLiteral(JSON.stringify(workspaces))}`)
  return workspaces
}

/** Returns the contents of the template. The first process of a run creates it, the others wait. */
async function openTemplate(dataDir: string): Promise<Workspaces> {
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  try {
    await admin.query(`select pg_advisory_lock(hashtext('${database}'))`)
    const { rows } = await admin.query<{ made: string | null }>(
      `select shobj_description(oid, 'pg_database') as made from pg_database where datname = '${database}'`,
    )
    return rows[0]?.made ? JSON.parse(rows[0].made) : await makeTemplate(admin, dataDir)
  } finally {
    await admin.end()
  }
}

/**
 * Starts a server on a copy of a database with two equally seeded workspaces, at a third of the cost of seeding one.
 */
export async function startSeeded(
  options: { config?: Partial<Config> } = {},
): Promise<Workspaces & { server: TestServer }> {
  const files = join(inject('folder'), database)
  const workspaces = await openTemplate(files)
  const server = await startTestServer({ ...options, template: { database, files } })
  // The template may be older than the minutes in which a comment can be restored and a decision undone.
  await sql`update activity_logs set deleted_at = now() where deleted_at is not null`.execute(server.db)
  await sql`update activity_logs set at = now() where cause = 'review'`.execute(server.db)
  for (const seeded of [workspaces.home, workspaces.stranger]) {
    // The template may be older than a token's lifetime.
    seeded.head = await server.signIn(seeded.head)
    seeded.secrets.challengeToken = await renewChallenge(server, seeded)
  }
  return { ...workspaces, server }
}
