import { attachApplicationFile } from '@muster/contract/application-files.ts'
import { createApplication, updateApplication } from '@muster/contract/applications.ts'
import { createCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import * as contract from '@muster/contract/privacy.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser
let file: string
let erased: { id: string; candidateId: string }
let other: { id: string; candidateId: string }

beforeAll(async () => {
  server = await startTestServer()
})

/** Two candidates with a closed application each. The file is the résumé of the one to be erased. */
beforeEach(async () => {
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  const answer = await sendFile(server, uploadFile, admin, 'About both', 'both.txt')
  file = ((await answer.json()) as { id: string }).id
  const position = await addPosition(server.db, admin.workspaceId)
  const apply = async (name: string) => {
    const { body } = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name } },
    })
    return { id: body.id, candidateId: body.candidate.id }
  }
  erased = await apply('Gone Soon')
  other = await apply('Other Person')
  await server.call(updateCandidate, {
    as: admin,
    params: { id: erased.candidateId },
    body: { resumeFileId: file },
  })
  await server.db
    .updateTable('applications')
    .set({
      status_id: position.statuses.closed,
      status_type: 'closed',
      closed_at: sql`now()`,
      disposition: 'unreachable',
    })
    .where('id', '=', erased.id)
    .execute()
})

afterAll(() => server?.stop())

/** Erases the candidate and returns whether the file still exists. */
async function erase(): Promise<boolean> {
  const { status } = await server.call(contract.eraseCandidate, {
    as: admin,
    params: { id: erased.candidateId },
    body: { confirmName: 'Gone Soon' },
  })
  expect(status).toBe(200)
  const rows = await server.db.selectFrom('files').where('id', '=', file).select('id').execute()
  return rows.length === 1
}

describe('a file of an erased candidate', () => {
  it('is deleted if nobody else has it', async () => {
    expect(await erase()).toBe(false)
  })

  it('is deleted if it is attached to their application only', async () => {
    const params = { id: erased.candidateId }
    await server.call(updateCandidate, { as: admin, params, body: { resumeFileId: null } })
    await server.call(attachApplicationFile, { as: admin, params: { id: erased.id }, body: { fileId: file } })
    expect(await erase()).toBe(false)
  })

  it('stays if it is somebody else’s résumé', async () => {
    const { status } = await server.call(createCandidate, {
      as: admin,
      body: { name: 'Third Person', resumeFileId: file },
    })
    expect(status).toBe(201)
    expect(await erase()).toBe(true)
  })

  it('stays if it is the résumé of somebody else’s application', async () => {
    const { status } = await server.call(updateApplication, {
      as: admin,
      params: { id: other.id },
      body: { resumeFileId: file },
    })
    expect(status).toBe(200)
    expect(await erase()).toBe(true)
  })

  it('stays if it is attached to somebody else’s application', async () => {
    const { status } = await server.call(attachApplicationFile, {
      as: admin,
      params: { id: other.id },
      body: { fileId: file },
    })
    expect(status).toBeLessThan(300)
    expect(await erase()).toBe(true)
  })
})
