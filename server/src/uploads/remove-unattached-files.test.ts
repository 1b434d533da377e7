import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { attachApplicationFile } from '@muster/contract/application-files.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { createCandidate, getCandidate } from '@muster/contract/candidates.ts'
import { recordConsent } from '@muster/contract/consents.ts'
import { analyzeImport } from '@muster/contract/imports.ts'
import { downloadFile, uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { removeUnattachedFiles } from './remove-unattached-files.ts'

let server: TestServer
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  recruiter = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

async function upload(name: string): Promise<string> {
  const response = await sendFile(server, uploadFile, recruiter, name, 'cv.txt')
  return ((await response.json()) as { id: string }).id
}

async function age(ids: readonly string[]): Promise<void> {
  await server.db
    .updateTable('files')
    .set({ created_at: sql`now() - interval '25 hours'` })
    .where('id', 'in', [...ids])
    .execute()
}

async function filesLeft(): Promise<string[]> {
  const rows = await server.db.selectFrom('files').orderBy('id').select('id').execute()
  return rows.map(({ id }) => id)
}

async function stored(): Promise<number> {
  const folder = join(server.services.config.dataDir, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).length
}

async function addCandidate(name: string, resumeFileId: string) {
  const { status, body } = await server.call(createCandidate, { as: recruiter, body: { name, resumeFileId } })
  expect(status).toBe(201)
  return body.id
}

describe('removeUnattachedFiles', () => {
  it('removes only uploads older than a day that were never attached, with their bytes', async () => {
    const [old, fresh, resume, letter, entry] = [
      await upload('old'),
      await upload('fresh'),
      await upload('resume'),
      await upload('letter'),
      await upload('entry'),
    ]
    const candidateId = await addCandidate('Ana Ortiz', resume)
    const positionId = (await addPosition(server.db, recruiter.workspaceId)).id
    const application = await server.call(createApplication, {
      as: recruiter,
      body: { positionId, candidateId, ownerId: recruiter.id, resumeFileId: letter },
    })
    expect(application.status).toBe(201)
    await server.call(attachApplicationFile, {
      as: recruiter,
      params: { id: application.body.id },
      body: { fileId: entry },
    })
    await sendFile(server, analyzeImport, recruiter, 'Name,E-mail\nIda,ida@example.com\n', 'people.csv')
    const all = await filesLeft()
    await age(all.filter((id) => id !== fresh))
    // The previous version sets no mark.
    await sql`update files set attached_at = null`.execute(server.db)
    await removeUnattachedFiles(server.services)
    expect(await filesLeft()).toEqual(all.filter((id) => id !== old))
    await expect.poll(stored).toBe(5)
    const answer = await server.call(downloadFile, { as: recruiter, params: { id: old } }).catch(() => null)
    expect(answer?.status).toBe(404)
  })

  it('keeps a file that was ever attached, so that an undo can restore it', async () => {
    const [before, after] = [await upload('before'), await upload('after')]
    const id = await addCandidate('Bo Lind', before)
    await server.db.updateTable('candidates').set({ resume_file_id: after }).where('id', '=', id).execute()
    await age([before, after])
    await removeUnattachedFiles(server.services)
    expect(await filesLeft()).toEqual(expect.arrayContaining([before, after]))
  })

  it('keeps the evidence of a consent, though it has no mark', async () => {
    const evidence = await upload('consent')
    const { body } = await server.call(createCandidate, { as: recruiter, body: { name: 'Eve Dence' } })
    await server.call(recordConsent, {
      as: recruiter,
      params: { id: body.id },
      body: { channel: 'any', action: 'given', evidenceFileId: evidence },
    })
    await age([evidence])
    await server.db.updateTable('files').set({ attached_at: null }).where('id', '=', evidence).execute()
    await removeUnattachedFiles(server.services)
    expect(await filesLeft()).toContain(evidence)
  })

  it('loses no file that is being attached, and lets none be attached that it removes', async () => {
    const [attached, removed] = [await upload('attached'), await upload('removed')]
    await age([attached, removed])
    // Holds the attaching transaction open.
    const gate = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const attaching = server.db.transaction().execute(async (tx) => {
      await tx.updateTable('files').set({ attached_at: sql`now()` }).where('id', '=', attached).execute()
      held.resolve()
      await gate.promise
    })
    await held.promise
    await removeUnattachedFiles(server.services)
    gate.resolve()
    await attaching
    expect(await filesLeft()).toContain(attached)
    expect(await filesLeft()).not.toContain(removed)
    const { status, body } = await server.call(createCandidate, {
      as: recruiter,
      body: { name: 'Cy Young', resumeFileId: removed },
    })
    expect([status, body.details]).toEqual([422, { resumeFileId: ['File not found'] }])
  })

  it('attaches or removes a file under concurrency, never both', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => upload(`racing ${n}`)))
    await age(ids)
    const attaching = ids.map((resumeFileId, n) =>
      server.call(createCandidate, { as: recruiter, body: { name: `Racer ${n}`, resumeFileId } }),
    )
    const removing = [removeUnattachedFiles(server.services), removeUnattachedFiles(server.services)]
    const answers = await Promise.all(attaching)
    await Promise.all(removing)
    const left = await filesLeft()
    for (const [n, { status, body }] of answers.entries()) {
      expect([201, 422]).toContain(status)
      expect(left.includes(ids[n]!)).toBe(status === 201)
      if (status !== 201) continue
      const found = await server.call(getCandidate, { as: recruiter, params: { id: body.id } })
      expect(found.body.resumeFileId).toBe(ids[n])
    }
  })
})
