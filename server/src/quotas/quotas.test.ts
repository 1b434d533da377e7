import { analyzeImport } from '@muster/contract/imports.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Quotas } from '../config/read-settings.ts'
import { deleteUnusedAnalyses } from '../imports/delete-unused-analyses.ts'
import { sendFile } from '../testing/seed.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { removeUnattachedFiles } from '../uploads/remove-unattached-files.ts'
import { foldStorageChanges, readStorageUse } from './storage-use.ts'

let server: TestServer
let recruiter: TestUser
let stranger: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  recruiter = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

const none: Quotas = { bytes: 1e12, files: 1e9, analyses: 1e9 }

function limit(quotas: Partial<Quotas>): void {
  server.services.config.quotas = { ...none, ...quotas }
}

async function upload(content: string | Buffer = 'Ana Ortiz', as = recruiter) {
  const response = await sendFile(server, uploadFile, as, content, 'cv.txt')
  return { status: response.status, body: (await response.json()) as { id: string; message: string } }
}

async function analyze(as = recruiter) {
  const file = 'Name,E-mail\nIda Import,ida@example.com\n'
  const response = await sendFile(server, analyzeImport, as, file, 'people.csv')
  return { status: response.status, body: (await response.json()) as { id: string; message: string } }
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

async function reservations(): Promise<number> {
  return (await server.db.selectFrom('storage_reservations').selectAll().execute()).length
}

/** Moves everything back by more than a day. */
async function age(): Promise<void> {
  await sql`update files set created_at = created_at - interval '25 hours'`.execute(server.db)
  await sql`update imports set created_at = created_at - interval '25 hours'`.execute(server.db)
}

describe('the quota of files', () => {
  it('refuses one file too many with advice, until one is removed, and not in another workspace', async () => {
    limit({ files: 2 })
    expect(statusesOf([await upload(), await upload()])).toEqual([201, 201])
    const { status, body } = await upload()
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/stores 2 files.*Delete files/),
    })
    expect((await upload('x', stranger)).status).toBe(201)
    await age()
    await removeUnattachedFiles(server.services)
    expect((await upload()).status).toBe(201)
  })

  it('admits one of many concurrent uploads to the last slot', async () => {
    limit({ files: 3 })
    await upload()
    await upload()
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload()))
    expect(statusesOf(answers)).toEqual([201, ...Array(7).fill(409)])
    expect(await readStorageUse(server.db, recruiter.workspaceId)).toMatchObject({ files: 3, bytes: 27 })
  })

  it('does not count refused uploads', async () => {
    limit({ files: 1 })
    expect((await upload(Buffer.from([0, 1, 2, 3]))).status).toBe(415)
    expect((await upload('')).status).toBe(422)
    expect(await reservations()).toBe(0)
    expect((await upload()).status).toBe(201)
  })
})

describe('the quota of bytes', () => {
  it('refuses what does not fit until there is room, and not in another workspace', async () => {
    limit({ bytes: 3_000 })
    const most = 'a'.repeat(2_500)
    expect((await upload(most)).status).toBe(201)
    const { status, body } = await upload(most)
    expect(status).toBe(409)
    expect(body.message).toMatch(/Not enough storage/)
    expect((await upload(most, stranger)).status).toBe(201)
    await age()
    await removeUnattachedFiles(server.services)
    expect((await upload(most)).status).toBe(201)
  })

  it('admits one of many concurrent uploads to the last room', async () => {
    limit({ bytes: 3_000 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload('a'.repeat(2_000))))
    expect(statusesOf(answers)).toEqual([201, ...Array(7).fill(409)])
  })

  it('reserves room for an incoming file without blocking others', async () => {
    limit({ bytes: 30_000_000 })
    const gate = Promise.withResolvers<void>()
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="cv.txt"\r\n\r\nAna'
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from(head))
        await gate.promise
        controller.enqueue(Buffer.from('\r\n--b--\r\n'))
        controller.close()
      },
    })
    const slow = fetch(server.url + addressOf(uploadFile), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${recruiter.accessToken}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body,
      duplex: 'half',
    } as RequestInit)
    await expect.poll(reservations).toBe(1)
    // Its length is unknown, so the maximal file size is reserved.
    expect((await upload('a'.repeat(12_000_000))).status).toBe(409)
    expect((await upload('a'.repeat(5_000_000))).status).toBe(201)
    gate.resolve()
    expect((await slow).status).toBe(201)
    expect((await upload('a'.repeat(12_000_000))).status).toBe(201)
  })

  it('expires the reservations of a crashed node', async () => {
    limit({ files: 1 })
    await server.db
      .insertInto('storage_reservations')
      .values({
        workspace_id: recruiter.workspaceId,
        id: recruiter.id,
        bytes: 10,
        is_analysis: false,
        expires_at: sql`now() + interval '1 minute'`,
      })
      .execute()
    expect((await upload()).status).toBe(409)
    await sql`update storage_reservations set expires_at = now() - interval '1 minute'`.execute(server.db)
    expect((await upload()).status).toBe(201)
    await foldStorageChanges(server.db)
    expect(await reservations()).toBe(0)
  })

  it('counts the same before and after changes are added to the totals', async () => {
    limit({})
    await upload('abc')
    const before = await readStorageUse(server.db, recruiter.workspaceId)
    expect(before).toEqual({ files: 1, bytes: 3, analyses: 0 })
    await foldStorageChanges(server.db)
    await upload('abcd')
    await foldStorageChanges(server.db)
    const after = await readStorageUse(server.db, recruiter.workspaceId)
    expect(after).toEqual({ files: 2, bytes: 7, analyses: 0 })
    expect(await server.db.selectFrom('storage_changes').selectAll().execute()).toEqual([])
  })
})

describe('the quota of analyses', () => {
  it('refuses one too many with advice, until one is deleted, and not in another workspace', async () => {
    limit({ analyses: 2 })
    expect(statusesOf([await analyze(), await analyze()])).toEqual([201, 201])
    const { status, body } = await analyze()
    expect(status).toBe(409)
    expect(body.message).toMatch(/2 files waiting to be imported.*Import one of them/)
    expect((await analyze(stranger)).status).toBe(201)
    expect((await upload()).status).toBe(201)
    await age()
    await deleteUnusedAnalyses(server.services)
    expect((await analyze()).status).toBe(201)
  })

  it('stops counting analyses that were imported', async () => {
    limit({ analyses: 1 })
    const { body } = await analyze()
    expect((await analyze()).status).toBe(409)
    await server.db.updateTable('imports').set({ state: 'queued' }).where('id', '=', body.id).execute()
    expect((await analyze()).status).toBe(201)
  })

  it('admits one of many concurrent analyses to the last slot', async () => {
    limit({ analyses: 1 })
    const answers = await Promise.all(Array.from({ length: 4 }, () => analyze()))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
  })
})
