import pg from 'pg'
import { applyAllPendingFacts } from '../facts/update-facts.ts'
import { fillSample } from '../sample/fill-sample.ts'
import { writeSampleResumes } from '../sample/write-sample-resumes.ts'
import { openTemplate } from './open-template.ts'
import type { Template, TestServer, TestUser } from './test-server.ts'

/** Fills a workspace as an hour of a running server leaves it: with facts, résumés and the statistics of its tables. */
async function fillOne(server: TestServer): Promise<TestUser> {
  const { workspaceId } = await server.addWorkspace()
  const user = await server.addUser(workspaceId, 'owner', { name: 'Ines Roth' })
  await fillSample(server.db, workspaceId, { id: user.id, email: user.email })
  await applyAllPendingFacts(server)
  await writeSampleResumes(server.services)
  const owner = new pg.Client({ connectionString: server.ownerConnectionString })
  await owner.connect()
  await owner.query('analyze').finally(() => owner.end())
  return user
}

/**
 * Returns a template with sample data, and the user in whose name they were added. To fill a database costs twenty times
 * as much as to copy it.
 */
export async function openSample(): Promise<{ template: Template; user: TestUser }> {
  const { template, contents } = await openTemplate('muster_sample', fillOne)
  return { template, user: contents }
}
