import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import * as contract from '@muster/contract/application-files.ts'
import { createApplication, deleteApplication, updateApplication } from '@muster/contract/applications.ts'
import { downloadFile, uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

async function apply(candidateId?: string) {
  const { id: positionId } = await addPosition(server.db, workspaceId)
  const { body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId, ...(candidateId ? { candidateId } : { candidate: { name: 'Ana Ortiz' } }) },
  })
  return body
}

async function upload(name: string): Promise<string> {
  const answer = await sendFile(server, uploadFile, recruiter, `Text of ${name}`, name)
  return ((await answer.json()) as { id: string }).id
}

async function attach(id: string, name: string) {
  const fileId = await upload(name)
  const { body } = await server.call(contract.attachApplicationFile, {
    as: recruiter,
    params: { id },
    body: { fileId },
  })
  return { fileId, entryId: body.entryId }
}

async function filesOf(id: string, as = recruiter) {
  const { body } = await server.call(contract.listApplicationFiles, { as, params: { id } })
  return body.items.map(({ file, role, application }) => [file.name, role, application?.id ?? null])
}

describe('listApplicationFiles', () => {
  it("lists the résumé, those it replaced, and the files of the candidate's other applications", async () => {
    const { id, candidate } = await apply()
    const other = await apply(candidate.id)
    for (const name of ['first.txt', 'second.txt'])
      await server.call(updateApplication, {
        as: recruiter,
        params: { id },
        body: { resumeFileId: await upload(name) },
      })
    await attach(id, 'certificate.txt')
    await attach(other.id, 'reference.txt')
    expect(await filesOf(id)).toEqual([
      ['second.txt', 'resume', id],
      ['reference.txt', 'attachment', other.id],
      ['certificate.txt', 'attachment', id],
      ['first.txt', 'earlier_resume', id],
    ])
  })

  it('leaves out files of applications that the requester may not see', async () => {
    const { id, candidate } = await apply()
    const other = await apply(candidate.id)
    await attach(other.id, 'secret.txt')
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    await server.call(updateApplication, { as: recruiter, params: { id }, body: { ownerId: coordinator.id } })
    expect(await filesOf(id, coordinator)).toEqual([])
  })
})

describe('the remove button of a file', () => {
  const removable = async (id: string, as = recruiter) => {
    const { body } = await server.call(contract.listApplicationFiles, { as, params: { id } })
    return body.items.map(({ file, can }) => [file.name, can.remove])
  }

  it('is on the files of this application, not on those of the candidate’s others', async () => {
    const { id, candidate } = await apply()
    const other = await apply(candidate.id)
    await attach(other.id, 'reference.txt')
    await attach(id, 'certificate.txt')
    expect(await removable(id)).toEqual([
      ['certificate.txt', true],
      ['reference.txt', false],
    ])
  })

  it('is not for those who may not edit applications', async () => {
    const { id } = await apply()
    await attach(id, 'certificate.txt')
    const viewer = await server.addUser(workspaceId, 'viewer')
    expect(await removable(id, viewer)).toEqual([['certificate.txt', false]])
  })
})

describe('the files of a deleted application', () => {
  it('are listed only for those who may restore it', async () => {
    const { id } = await apply()
    await attach(id, 'certificate.txt')
    await server.call(deleteApplication, { as: recruiter, params: { id } })
    const viewer = await server.addUser(workspaceId, 'viewer')
    const list = async (as: TestUser) =>
      (await server.call(contract.listApplicationFiles, { as, params: { id } })).status
    expect([await list(recruiter), await list(viewer)]).toEqual([200, 404])
  })
})

describe('removeApplicationFile', () => {
  it('removes no file of another application', async () => {
    const [{ id }, { id: other }] = [await apply(), await apply()]
    const { entryId } = await attach(other, 'theirs.txt')
    const params = { id, entryId }
    expect((await server.call(contract.removeApplicationFile, { as: recruiter, params })).status).toBe(404)
    expect(await filesOf(other)).toHaveLength(1)
  })

  it('is announced, so that colleagues who look at the application see it', async () => {
    const { id } = await apply()
    const { entryId } = await attach(id, 'certificate.txt')
    const announced = async () => {
      const { rows } = await sql`
        select from live_events
        where workspace_id = ${workspaceId} and event @> ${JSON.stringify({ kind: 'activity-logged', applicationId: id })}::jsonb
      `.execute(server.db)
      return rows.length
    }
    const before = await announced()
    await server.call(contract.removeApplicationFile, { as: recruiter, params: { id, entryId } })
    expect(await announced()).toBe(before + 1)
  })

  it('removes the file, shows this in the history, and restores it', async () => {
    const { id } = await apply()
    const { fileId, entryId } = await attach(id, 'certificate.txt')
    const reader = await server.addUser(workspaceId, 'recruiter')
    const params = { id, entryId }
    const history = async () => {
      const { body } = await server.call(listActivityLogs, { as: reader, params: { id } })
      return body.items.find((log) => log.id === entryId)
    }
    expect(await history()).toMatchObject({ file: { id: fileId, name: 'certificate.txt' } })

    await server.call(contract.removeApplicationFile, { as: recruiter, params })
    expect(await filesOf(id)).toEqual([])
    expect(await history()).toMatchObject({ kind: 'file', file: null, deletedAt: expect.any(String) })
    const gone = await server.call(downloadFile, { as: reader, params: { id: fileId } })
    expect(gone.status).toBe(404)
    const again = await server.call(contract.removeApplicationFile, { as: recruiter, params })
    expect(again.status).toBe(404)

    await server.call(contract.restoreApplicationFile, { as: recruiter, params })
    expect(await filesOf(id)).toHaveLength(1)
    expect(await history()).toMatchObject({ file: { id: fileId }, deletedAt: null })
  })
})

describe('the files of a deleted application', () => {
  it('are not among those of the candidate', async () => {
    const { id, candidate } = await apply()
    const other = await apply(candidate.id)
    await attach(other.id, 'elsewhere.txt')
    expect(await filesOf(id)).toHaveLength(1)
    await server.call(deleteApplication, { as: recruiter, params: { id: other.id } })
    expect(await filesOf(id)).toEqual([])
  })
})

describe('removeApplicationFile, without a file', () => {
  it('removes no other entry of the history', async () => {
    const { id } = await apply()
    const { body } = await server.call(listActivityLogs, { as: recruiter, params: { id } })
    const params = { id, entryId: body.items[0]!.id }
    expect((await server.call(contract.removeApplicationFile, { as: recruiter, params })).status).toBe(404)
    const after = await server.call(listActivityLogs, { as: recruiter, params: { id } })
    expect(after.body.items[0]!.deletedAt).toBeNull()
  })
})

describe('attachApplicationFile', () => {
  it('refuses a file that the requester may not see', async () => {
    const { id } = await apply()
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    const answer = await sendFile(server, uploadFile, stranger, 'Text', 'theirs.txt')
    const { id: fileId } = (await answer.json()) as { id: string }
    const { status } = await server.call(contract.attachApplicationFile, {
      as: recruiter,
      params: { id },
      body: { fileId },
    })
    expect(status).toBe(422)
  })
})
