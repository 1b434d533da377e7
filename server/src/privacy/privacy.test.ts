import { createComment, listActivityLogs } from '@muster/contract/activity-logs.ts'
import { attachApplicationFile } from '@muster/contract/application-files.ts'
import {
  closeApplication,
  createApplication,
  getApplication,
  updateApplication,
} from '@muster/contract/applications.ts'
import { logCall } from '@muster/contract/calls.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import { createCandidate, getCandidate, restoreCandidate } from '@muster/contract/candidates.ts'
import * as dashboard from '@muster/contract/dashboard.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { undoImport } from '@muster/contract/import-undo.ts'
import { analyzeImport } from '@muster/contract/imports.ts'
import { createOutgoingWebhook } from '@muster/contract/outgoing-webhooks.ts'
import * as contract from '@muster/contract/privacy.ts'
import * as reports from '@muster/contract/reports.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import * as voiceReports from '@muster/contract/voice-reports.ts'
import JSZip from 'jszip'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importContent } from '../imports/fixtures/import-kit.ts'
import { runUndo } from '../imports/undo/run-undo.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { everythingStored } from '../testing/dump-tables.ts'
import { sendFile } from '../testing/seed.ts'
import {
  addressOf,
  startTestServer,
  type TestServer,
  type TestUser,
  voiceSecret,
} from '../testing/test-server.ts'
import { removeFiles } from './remove-files.ts'
import { runRetention } from './run-retention.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

async function upload(text: string, name: string): Promise<string> {
  const answer = await sendFile(server, uploadFile, admin, text, name)
  return ((await answer.json()) as { id: string }).id
}

async function reportCall(applicationId: string, callId: string) {
  const response = await fetch(`${server.url}/api/v1/webhooks/voice/vapi`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-vapi-secret': voiceSecret },
    body: JSON.stringify({
      message: {
        type: 'end-of-call-report',
        endedReason: 'customer-ended-call',
        summary: 'Zelda Zwicky asks about nights',
        transcript: 'AI: Hello\nUser: Zwicky here, call me at home',
        recordingUrl: 'https://recordings.example/zwicky.mp3',
        call: { id: callId, metadata: { workspaceId, applicationId }, customer: { number: '+13125550177' } },
      },
    }),
  })
  expect(response.status).toBe(200)
}

/** Adds a candidate with data in every table; all of it contains "zwick". */
async function addZelda() {
  const as = admin
  const resumeFileId = await upload('Zwicky: my whole life', 'zwicky-cv.txt')
  const letterId = await upload('Dear Sirs, Zwicky', 'zwicky-letter.txt')
  const made = await server.call(createApplication, {
    as,
    headers: { 'idempotency-key': 'zelda' },
    body: {
      positionId: position.id,
      candidate: {
        name: 'Zelda Zwicky',
        email: 'zelda.zwicky@example.com',
        phone: '+13125550177',
        notes: 'Zwicky prefers mornings',
        location: 'Zwickau',
        currentCompany: 'Zwicky & Sons',
        tags: ['zwicky'],
        externalId: 'zwicky-1',
        profileUrl: 'https://people.example/zwicky',
        resumeFileId,
      },
      source: 'A fair',
      comment: 'Zwicky came by herself',
      resumeFileId,
    },
  })
  expect(made.status).toBe(201)
  const { id, candidate } = made.body
  const params = { id }
  await server.call(createComment, { as, params, body: { body: 'Zwicky was late' } })
  await server.call(updateApplication, { as, params, body: { externalId: 'zwicky-a', tags: ['zwick'] } })
  await server.call(attachApplicationFile, { as, params, body: { fileId: letterId } })
  await server.call(logCall, {
    as,
    body: { applicationId: id, endReason: 'no_answer', summary: 'Zwicky is out' },
  })
  await reportCall(id, 'call-of-zelda')
  const person = (name: string) =>
    server.call(createCandidate, { as, body: { name, email: 'other.zwick@example.com' } })
  const merged = (await person('Zelda Zwickee')).body
  const survivor = (await server.call(getCandidate, { as, params: { id: candidate.id } })).body
  const merge = await server.call(mergeCandidates, {
    as,
    params: { id: candidate.id },
    body: { mergedId: merged.id, version: survivor.version, mergedVersion: merged.version },
  })
  expect(merge.status).toBe(200)
  const closing = { disposition: 'rejected_by_us' as const, note: 'Zwicky wants more' }
  const closed = await server.call(closeApplication, { as, params, body: closing })
  expect(closed.status).toBe(200)
  return { candidateId: candidate.id, applicationId: id, resumeFileId }
}

function openApplicationsOf(candidateId: string) {
  return server.db
    .selectFrom('applications')
    .where('candidate_id', '=', candidateId)
    .where('closed_at', 'is', null)
    .select('id')
    .execute()
}

const told = (text: string) => text.split('\n').filter((line) => /zwick|5550177/.test(line))

const allReports: AnyEndpoint[] = [dashboard, reports, voiceReports].flatMap((noun) =>
  Object.values(noun).filter(
    (each): each is AnyEndpoint => typeof each === 'object' && 'path' in each && !('streams' in each),
  ),
)

/** All reports but for the period before theirs, which grows by the minute. */
async function readReports() {
  const period = { from: '2020-01-01T00:00:00.000Z', to: '2040-01-01T00:00:00.000Z', bucket: 'month' }
  const answers = allReports.map(async (endpoint) => {
    const { status, body } = await server.call(endpoint, { as: admin, query: { timezone: 'UTC', ...period } })
    expect([endpoint.name, status]).toEqual([endpoint.name, 200])
    const { period: shown, ...report } = body as { period?: Record<string, string> }
    const { previousFrom, previousTo, ...fixed } = shown ?? {}
    return [endpoint.name, JSON.stringify({ ...report, period: fixed })]
  })
  return Object.fromEntries(await Promise.all(answers))
}

describe('erasing a candidate', () => {
  it('leaves no data of them anywhere, and all reports unchanged', async () => {
    const webhook = { url: 'https://hooks.example/zwischen', events: ['application.closed' as const] }
    await server.call(createOutgoingWebhook, { as: admin, body: webhook })
    const zelda = await addZelda()
    await server.db.updateTable('webhook_deliveries').set({ payload: '{"name":"Zelda Zwicky"}' }).execute()
    // An import has her twice: in a row that changed her and in a rejected one.
    const file =
      'Name,E-mail,Phone,Notes\nZelda Zwicky,zelda.zwicky@example.com,(312) 555-0177,zwick\n' +
      'Somebody Else,zelda.zwicky@example.com,,Not hers\nRuth Rest,ruth@example.com,,Stays\n'
    const imported = await importContent(server, admin, file, {
      positionId: position.id,
      policy: 'overwrite',
    } as never)
    await server.db
      .insertInto('notifications')
      .values({
        workspace_id: workspaceId,
        id: crypto.randomUUID(),
        user_id: admin.id,
        kind: 'assigned',
        text: 'Ada: Zelda Zwicky and 2 more',
      })
      .execute()
    const params = { id: zelda.candidateId }
    const second = await addPosition(server.db, workspaceId)
    await server.call(createApplication, {
      as: admin,
      body: { positionId: second.id, candidateId: zelda.candidateId },
    })
    const body = { confirmName: 'Zelda Zwicky' }
    expect((await server.call(contract.eraseCandidate, { as: admin, params, body })).status).toBe(409)
    for (const { id } of await openApplicationsOf(zelda.candidateId))
      await server.call(closeApplication, {
        as: admin,
        params: { id },
        body: { disposition: 'unreachable' },
      })

    const preview = (await server.call(contract.previewErasure, { as: admin, params })).body
    expect(preview).toMatchObject({
      name: 'Zelda Zwicky',
      comments: 2,
      calls: 2,
      files: 2,
      openApplications: 0,
    })
    expect(preview.importFiles).toBe(1)

    const download = await fetch(server.url + addressOf(contract.downloadEverything, params), {
      headers: { authorization: `Bearer ${admin.accessToken}` },
    })
    expect(download.headers.get('content-disposition')).toContain('attachment')
    const zip = await JSZip.loadAsync(await download.arrayBuffer())
    const names = Object.keys(zip.files).sort()
    expect(names).toContain('everything.json')
    expect(names.filter((name) => name.includes('zwicky'))).toHaveLength(2)
    expect(await zip.file('files/01 zwicky-cv.txt')!.async('string')).toBe('Zwicky: my whole life')
    const everything = await zip.file('everything.json')!.async('string')
    for (const word of [
      'zelda.zwicky@example.com',
      '+13125550177',
      'Zwicky was late',
      'Zwicky here, call me',
      'Zwicky wants more',
      'Zelda Zwickee',
      'zwicky.mp3',
      'Ada Admin',
    ])
      expect(everything).toContain(word)

    const wrong = await server.call(contract.eraseCandidate, {
      as: admin,
      params,
      body: { confirmName: 'zelda' },
    })
    expect([wrong.status, Object.keys(wrong.body.details!)]).toEqual([422, ['confirmName']])
    const before = await readReports()
    const key = await server.db
      .selectFrom('files')
      .where('id', '=', zelda.resumeFileId)
      .select('storage_key')
      .executeTakeFirstOrThrow()
    const erased = await server.call(contract.eraseCandidate, {
      as: admin,
      params,
      body: { confirmName: ' Zelda  Zwicky' },
    })
    expect([erased.status, erased.body]).toEqual([200, expect.objectContaining({ calls: 2, files: 2 })])

    expect(told(await everythingStored(server))).toEqual([])
    expect(await readReports()).toEqual(before)

    const jobs = await sql<{ data: { keys: string[] } }>`
      select data from pgboss.job where name = 'remove-files' order by created_on desc limit 1
    `.execute(server.db)
    expect(jobs.rows[0]!.data.keys).toContain(key.storage_key)
    await removeFiles(server.services, jobs.rows[0]!.data)
    await expect(Array.fromAsync(server.services.files.read(key.storage_key))).rejects.toThrow()

    // The other rows of the file are unchanged, and undoing the import restores nothing of hers.
    expect(await everythingStored(server)).toContain('ruth@example.com')
    const undo = await server.call(undoImport, { as: admin, params: { id: imported.id } })
    expect(undo.status).toBe(202)
    await runUndo(server.services, { workspaceId, importId: imported.id })
    expect(told(await everythingStored(server))).toEqual([])

    const statusOf = async (endpoint: AnyEndpoint) =>
      (await server.call(endpoint, { as: admin, params })).status
    expect(await statusOf(getCandidate)).toBe(404)
    expect(await statusOf(restoreCandidate)).toBe(404)
    expect(await statusOf(contract.previewErasure)).toBe(404)
    const application = { as: admin, params: { id: zelda.applicationId } }
    expect((await server.call(getApplication, application)).status).toBe(200)
    expect((await server.call(listActivityLogs, application)).status).toBe(200)
    // A late report restores nothing.
    await reportCall(zelda.applicationId, 'call-of-zelda')
    expect(told(await everythingStored(server))).toEqual([])
    const audit = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', zelda.candidateId)
      .select(['action', 'user_id'])
      .orderBy('at')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual([
      'candidates.merged',
      'privacy.everything_exported',
      'privacy.erased',
    ])
  })

  it('leaves no data of people who were merged into them, directly or through another', async () => {
    const as = admin
    const applyAs = async (name: string) => {
      const word = name.toLowerCase()
      const resumeFileId = await upload(`Quillon: life of ${name}`, `${word}-quillon.txt`)
      const candidate = {
        name: `${name} Quillon`,
        email: `${word}.quillon@example.com`,
        notes: `${name} is a Quillon`,
        location: 'Quillonville',
        tags: ['quillon'],
        profileUrl: `https://people.example/${word}-quillon`,
        resumeFileId,
      }
      const other = await addPosition(server.db, workspaceId)
      const made = await server.call(createApplication, { as, body: { positionId: other.id, candidate } })
      const { id } = made.body
      await server.call(createComment, { as, params: { id }, body: { body: `${name} Quillon was here` } })
      const body = { applicationId: id, endReason: 'no_answer' as const, summary: `${name} Quillon is out` }
      await server.call(logCall, { as, body })
      await server.call(closeApplication, { as, params: { id }, body: { disposition: 'unreachable' } })
      return made.body.candidate.id
    }
    const mergeInto = async (id: string, mergedId: string) => {
      const versionOf = async (one: string) =>
        (await server.call(getCandidate, { as, params: { id: one } })).body.version
      const body = { mergedId, version: await versionOf(id), mergedVersion: await versionOf(mergedId) }
      expect((await server.call(mergeCandidates, { as, params: { id }, body })).status).toBe(200)
    }
    const [last, middle, first] = [await applyAs('Lara'), await applyAs('Mona'), await applyAs('Fria')]
    await mergeInto(middle, first)
    await mergeInto(last, middle)
    const found = async () =>
      (await everythingStored(server)).split('\n').filter((line) => line.includes('quillon'))
    expect((await found()).length).toBeGreaterThan(0)

    const { body: preview } = await server.call(contract.previewErasure, { as, params: { id: last } })
    expect(preview).toMatchObject({ comments: 3, calls: 3, files: 3 })
    const erased = await server.call(contract.eraseCandidate, {
      as,
      params: { id: last },
      body: { confirmName: 'Lara Quillon' },
    })
    expect([erased.status, erased.body]).toMatchObject([200, { calls: 3, files: 3 }])
    expect(await found()).toEqual([])
    const rows = await server.db
      .selectFrom('candidates')
      .where('id', 'in', [last, middle, first])
      .select(['name', 'erased_at'])
      .execute()
    expect(rows.map(({ name, erased_at }) => [name, erased_at !== null])).toEqual(
      Array(3).fill(['Erased person', true]),
    )
  })

  it('is refused while they have an open application, or with another name', async () => {
    const { body } = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name: 'Olav Open' } },
    })
    const erase = (confirmName: string) =>
      server.call(contract.eraseCandidate, {
        as: admin,
        params: { id: body.candidate.id },
        body: { confirmName },
      })
    expect((await erase('Olav Open')).status).toBe(409)
    await server.call(closeApplication, {
      as: admin,
      params: { id: body.id },
      body: { disposition: 'unreachable' },
    })
    expect((await erase('Olav Closed')).status).toBe(422)
    expect((await erase('  Olav   Open ')).status).toBe(200)
    expect((await erase('Erased person')).status).toBe(404)
  })

  it.each([
    ['runs', { state: 'running' }],
    ['is undone', { undo_state: 'queued' }],
  ])('waits while an import that includes them %s', async (_, state) => {
    const { body } = await server.call(createCandidate, { as: admin, body: { name: 'Ingo Import' } })
    const answer = await sendFile(server, analyzeImport, admin, 'Name\nIngo Import\n', 'people.csv')
    const { id: importId } = (await answer.json()) as { id: string }
    await server.db
      .insertInto('import_rows')
      .values({
        workspace_id: workspaceId,
        import_id: importId,
        row_number: 1,
        result: 'created',
        candidate_id: body.id,
      })
      .execute()
    await server.db.updateTable('imports').set(state).where('id', '=', importId).execute()
    const erase = () =>
      server.call(contract.eraseCandidate, {
        as: admin,
        params: { id: body.id },
        body: { confirmName: 'Ingo Import' },
      })
    expect((await erase()).status).toBe(409)
    await server.db
      .updateTable('imports')
      .set({ state: 'completed', undo_state: null })
      .where('id', '=', importId)
      .execute()
    expect((await erase()).status).toBe(200)
  })

  it("needs the permission and access to all of the candidate's applications", async () => {
    const { body } = await server.call(createCandidate, { as: admin, body: { name: 'Otto Other' } })
    const asked = { params: { id: body.id }, body: { confirmName: 'Otto Other' } }
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    expect((await server.call(contract.eraseCandidate, { as: recruiter, ...asked })).status).toBe(403)
    expect((await server.call(contract.eraseCandidate, { as: admin, ...asked })).status).toBe(200)
  })
})

describe('retention', () => {
  const long = sql<string>`now() - interval '3 years'`

  async function closedLongAgo(name: string, disposition: 'unreachable' | 'hired' = 'unreachable') {
    const resumeFileId = await upload(`About ${name}`, `${name}.txt`)
    const made = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name, resumeFileId } },
    })
    const { id, candidate } = made.body
    await server.call(logCall, {
      as: admin,
      body: { applicationId: id, endReason: 'no_answer', summary: `Of ${name}` },
    })
    await server.call(closeApplication, { as: admin, params: { id }, body: { disposition: 'unreachable' } })
    await server.db
      .updateTable('applications')
      .set({ closed_at: long, disposition })
      .where('id', '=', id)
      .execute()
    await server.db.updateTable('calls').set({ started_at: long }).where('application_id', '=', id).execute()
    return { id, candidateId: candidate.id, resumeFileId }
  }

  const nameOf = async (id: string) =>
    (await server.db.selectFrom('candidates').where('id', '=', id).select('name').executeTakeFirstOrThrow())
      .name
  const hasFile = async (id: string) =>
    (await server.db.selectFrom('files').where('id', '=', id).select('id').execute()).length === 1

  it('is off by default, previews what would be erased, and erases that', async () => {
    const old = await closedLongAgo('Olga Old')
    const hired = await closedLongAgo('Hilda Hired', 'hired')
    const back = await closedLongAgo('Berta Back')
    const other = await addPosition(server.db, workspaceId)
    await server.call(createApplication, {
      as: admin,
      body: { positionId: other.id, candidateId: back.candidateId },
    })
    await sql`
      insert into audit_logs (workspace_id, id, action, at)
      values (${workspaceId}, gen_random_uuid(), 'login', now() - interval '3 years')
    `.execute(server.db)

    await runRetention(server.services)
    expect(await nameOf(old.candidateId)).toBe('Olga Old')

    const preview = async (query: object) =>
      (await server.call(contract.previewRetention, { as: admin, query: query as never })).body
    expect(
      await preview({ candidatesMonths: 24, filesMonths: 24, callsMonths: 24, auditYears: 2 }),
    ).toMatchObject({
      candidates: { value: 1, atLeast: false },
      files: { value: 1 },
      calls: { value: 3 },
      auditLogs: { value: 1 },
    })
    expect((await preview({ candidatesMonths: 48 })).candidates).toEqual({ value: 0, atLeast: false })
    const rowsOf = async (rule: 'candidates' | 'files' | 'calls') =>
      (await server.call(contract.listRetentionRows, { as: admin, query: { rule, months: 24, limit: 2 } }))
        .body
    expect((await rowsOf('candidates')).items).toMatchObject([{ id: old.candidateId, name: 'Olga Old' }])
    expect((await rowsOf('files')).items).toMatchObject([{ id: old.resumeFileId }])
    expect((await rowsOf('calls')).nextCursor).not.toBeNull()

    const rules = { candidatesMonths: null, filesMonths: 24, callsMonths: 24, auditYears: 2 }
    const set = (body: object) => server.call(contract.updateRetention, { as: admin, body: body as never })
    expect((await set({ ...rules, version: 1 })).body).toMatchObject({ ...rules, version: 2 })
    expect((await set({ ...rules, version: 1 })).status).toBe(409)
    await runRetention(server.services)
    expect([
      await hasFile(old.resumeFileId),
      await hasFile(hired.resumeFileId),
      await hasFile(back.resumeFileId),
    ]).toEqual([false, true, true])
    expect(await nameOf(old.candidateId)).toBe('Olga Old')
    const { rows } = await sql`select from calls where summary like 'Of %'`.execute(server.db)
    expect(rows).toEqual([])

    const before = await readReports()
    await set({ ...rules, candidatesMonths: 24 })
    await runRetention(server.services)
    expect([
      await nameOf(old.candidateId),
      await nameOf(hired.candidateId),
      await nameOf(back.candidateId),
    ]).toEqual(['Erased person', 'Hilda Hired', 'Berta Back'])
    expect(await readReports()).toEqual(before)
    const { body } = await server.call(contract.getRetention, { as: admin })
    expect(body.lastRun).toEqual({ candidates: 1, files: 0, calls: 0, auditLogs: 0 })
  })
})
