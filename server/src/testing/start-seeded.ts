import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { openTemplate } from './open-template.ts'
import { type Seeded, seed } from './seed.ts'
import { renewChallenge } from './seed-sign-in.ts'
import { startTestServer, type TestServer } from './test-server.ts'

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

/**
 * Starts a server on a copy of a database with two equally seeded workspaces, at a third of the cost of seeding one.
 */
export async function startSeeded(
  options: { config?: Partial<Config> } = {},
): Promise<Workspaces & { server: TestServer }> {
  const { template, contents: workspaces } = await openTemplate('muster_seeded', seedBoth)
  const server = await startTestServer({ ...options, template })
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
