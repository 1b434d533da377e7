import { attachApplicationFile } from '@muster/contract/application-files.ts'
import { closeApplication, createApplication } from '@muster/contract/applications.ts'
import { logCall } from '@muster/contract/calls.ts'
import * as contract from '@muster/contract/privacy.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { runRetention } from './run-retention.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

async function upload(name: string): Promise<string> {
  const answer = await sendFile(server, uploadFile, admin, `About ${name}`, `${name}.txt`)
  return ((await answer.json()) as { id: string }).id
}

interface Applying {
  candidateId?: string
  resumeFileId?: string
  disposition?: 'unreachable' | 'hired'
  /** Without it, the application stays open. */
  monthsAgo?: number
}

/** Adds an application on its own position, closed the given number of months ago. */
async function apply({ candidateId, resumeFileId, disposition = 'unreachable', monthsAgo }: Applying) {
  const position = await addPosition(server.db, admin.workspaceId)
  const who = candidateId
    ? { candidateId }
    : { candidate: { name: 'Petra Past', ...(resumeFileId ? { resumeFileId } : {}) } }
  const { status, body } = await server.call(createApplication, {
    as: admin,
    body: { positionId: position.id, ...who },
  })
  expect(status).toBe(201)
  if (monthsAgo !== undefined) {
    const closing = { as: admin, params: { id: body.id }, body: { disposition: 'unreachable' as const } }
    expect((await server.call(closeApplication, closing)).status).toBe(200)
    await server.db
      .updateTable('applications')
      .set({ closed_at: sql`now() - make_interval(months => ${monthsAgo})`, disposition })
      .where('id', '=', body.id)
      .execute()
  }
  return { id: body.id, candidateId: body.candidate.id }
}

const nameOf = async (id: string) =>
  (await server.db.selectFrom('candidates').where('id', '=', id).select('name').executeTakeFirstOrThrow())
    .name

const hasFile = async (id: string) =>
  (await server.db.selectFrom('files').where('id', '=', id).select('id').execute()).length === 1

/** Runs retention with a limit of 24 months for each kind named. */
async function night(kinds: Partial<Record<'candidatesMonths' | 'filesMonths' | 'callsMonths', number>>) {
  const none = { candidatesMonths: null, filesMonths: null, callsMonths: null, auditYears: null }
  const { body } = await server.call(contract.getRetention, { as: admin })
  const set = { as: admin, body: { ...none, ...kinds, version: body.version } }
  expect((await server.call(contract.updateRetention, set)).status).toBe(200)
  await runRetention(server.services)
}

const candidatesRule = { candidatesMonths: 24 }
const filesRule = { filesMonths: 24 }

describe('retention of candidates', () => {
  it('erases a candidate whose only application was closed before the limit', async () => {
    const { candidateId } = await apply({ monthsAgo: 25 })
    await night(candidatesRule)
    expect(await nameOf(candidateId)).toBe('Erased person')
  })

  it('keeps a candidate whose application was closed within the limit', async () => {
    const { candidateId } = await apply({ monthsAgo: 23 })
    await night(candidatesRule)
    expect(await nameOf(candidateId)).toBe('Petra Past')
  })

  it.each([
    ['hired elsewhere, long ago', { disposition: 'hired', monthsAgo: 40 }],
    ['hired elsewhere, since', { disposition: 'hired', monthsAgo: 1 }],
    ['still in the running elsewhere', {}],
    ['rejected elsewhere only lately', { monthsAgo: 2 }],
  ] as const)('keeps a candidate who was %s', async (_, elsewhere) => {
    const { candidateId } = await apply({ monthsAgo: 30 })
    await apply({ candidateId, ...elsewhere })
    await night(candidatesRule)
    expect(await nameOf(candidateId)).toBe('Petra Past')
  })

  it('erases a candidate whose other application was deleted, and counts them once', async () => {
    const { candidateId } = await apply({ monthsAgo: 30 })
    const deleted = await apply({ candidateId })
    await apply({ candidateId, monthsAgo: 28 })
    await server.db
      .updateTable('applications')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', deleted.id)
      .execute()
    const query = { candidatesMonths: 24 }
    const { body } = await server.call(contract.previewRetention, { as: admin, query })
    expect(body.candidates).toEqual({ value: 1, atLeast: false })
    await night(candidatesRule)
    expect(await nameOf(candidateId)).toBe('Erased person')
  })

  it('ignores a deleted application', async () => {
    const { id, candidateId } = await apply({ monthsAgo: 30 })
    await server.db.updateTable('applications').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
    await night(candidatesRule)
    expect(await nameOf(candidateId)).toBe('Petra Past')
  })

  it('erases a deleted candidate too', async () => {
    const { candidateId } = await apply({ monthsAgo: 30 })
    await server.db
      .updateTable('candidates')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', candidateId)
      .execute()
    await night(candidatesRule)
    expect(await nameOf(candidateId)).toBe('Erased person')
  })

  it('erases nobody a second time', async () => {
    const { candidateId } = await apply({ monthsAgo: 30 })
    await night(candidatesRule)
    await runRetention(server.services)
    const { body } = await server.call(contract.getRetention, { as: admin })
    expect(body.lastRun?.candidates).toBe(0)
    expect(await nameOf(candidateId)).toBe('Erased person')
  })

  it('keeps the candidates of a workspace without the rule', async () => {
    const { candidateId } = await apply({ monthsAgo: 30 })
    admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    await night(candidatesRule)
    expect(await nameOf(candidateId)).toBe('Petra Past')
  })
})

describe('retention of files', () => {
  it('removes the résumé of an application that was closed before the limit', async () => {
    const file = await upload('old')
    await apply({ resumeFileId: file, monthsAgo: 25 })
    await night(filesRule)
    expect(await hasFile(file)).toBe(false)
  })

  it.each([
    ['got hired elsewhere', { disposition: 'hired', monthsAgo: 40 }],
    ['is in the running elsewhere', {}],
    ['was rejected elsewhere lately', { monthsAgo: 2 }],
  ] as const)('keeps the résumé of a candidate who %s', async (_, elsewhere) => {
    const file = await upload('needed')
    const { candidateId } = await apply({ resumeFileId: file, monthsAgo: 30 })
    await apply({ candidateId, ...elsewhere })
    await night(filesRule)
    expect(await hasFile(file)).toBe(true)
  })

  it("keeps a file that is attached to another candidate's open application", async () => {
    const file = await upload('shared')
    const old = await apply({ monthsAgo: 30 })
    const open = await apply({})
    for (const { id } of [old, open])
      await server.call(attachApplicationFile, { as: admin, params: { id }, body: { fileId: file } })
    await night(filesRule)
    expect(await hasFile(file)).toBe(true)
  })

  it('removes a cover letter that is attached to a closed application only', async () => {
    const file = await upload('letter')
    const { id } = await apply({ monthsAgo: 30 })
    await server.call(attachApplicationFile, { as: admin, params: { id }, body: { fileId: file } })
    await night(filesRule)
    expect(await hasFile(file)).toBe(false)
  })
})

describe('retention of calls', () => {
  async function call(months: number) {
    const { id } = await apply({})
    const body = { applicationId: id, endReason: 'no_answer' as const, summary: 'Said things' }
    const made = await server.call(logCall, { as: admin, body })
    await server.db
      .updateTable('calls')
      .set({ started_at: sql`now() - make_interval(months => ${months})` })
      .where('id', '=', made.body.id)
      .execute()
    return made.body.id
  }
  const summaryOf = async (id: string) =>
    (await server.db.selectFrom('calls').where('id', '=', id).select('summary').executeTakeFirstOrThrow())
      .summary

  it('erases calls before the limit and keeps those within it', async () => {
    const [old, fresh] = [await call(25), await call(23)]
    await night({ callsMonths: 24 })
    expect([await summaryOf(old), await summaryOf(fresh)]).toEqual([null, 'Said things'])
  })

  it('erases none twice', async () => {
    await call(30)
    await night({ callsMonths: 24 })
    await runRetention(server.services)
    const { body } = await server.call(contract.getRetention, { as: admin })
    expect(body.lastRun?.calls).toBe(0)
  })
})

describe('retention of the audit log', () => {
  const addEntry = (workspaceId: string, age: string) =>
    sql`
      insert into audit_logs (workspace_id, id, action, at)
      values (${workspaceId}, gen_random_uuid(), 'logout', now() - ${age}::interval)
    `.execute(server.db)
  const entriesOf = async (workspaceId: string, action: string) =>
    server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', action)
      .orderBy('at')
      .select('details')
      .execute()
  const set = async (rules: object) => {
    const none = { candidatesMonths: null, filesMonths: null, callsMonths: null, auditYears: null }
    return server.call(contract.updateRetention, { as: admin, body: { ...none, ...rules } as never })
  }

  it('deletes the old entries of the workspace, by years, without any other rule', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    for (const age of ['3 years', '20 months']) await addEntry(admin.workspaceId, age)
    await addEntry(other, '3 years')
    const preview = await server.call(contract.previewRetention, { as: admin, query: { auditYears: 2 } })
    expect(preview.body.auditLogs).toEqual({ value: 1, atLeast: false })
    await set({ auditYears: 2 })
    await runRetention(server.services)
    expect(await entriesOf(admin.workspaceId, 'logout')).toHaveLength(1)
    expect(await entriesOf(other, 'logout')).toHaveLength(1)
  })

  it('has a night only if something was erased', async () => {
    const { id } = await apply({ monthsAgo: 25 })
    for (const _ of ['first', 'second']) await night(candidatesRule)
    expect(await entriesOf(admin.workspaceId, 'retention.carried_out')).toMatchObject([
      { details: { candidates: 1, files: 0 } },
    ])
    expect(id).toBeDefined()
  })

  it('has the rules before and after a change', async () => {
    await set({ callsMonths: 12 })
    await set({ callsMonths: 24 })
    expect((await entriesOf(admin.workspaceId, 'retention.changed')).at(-1)).toMatchObject({
      details: { from: { callsMonths: 12 }, to: { callsMonths: 24 } },
    })
  })
})
