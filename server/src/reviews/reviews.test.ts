import { bulkApplications } from '@muster/contract/application-selection.ts'
import {
  closeApplication,
  createApplication,
  decideSubmission,
  deleteApplication,
  getApplication,
  undoDecision,
  updateApplication,
} from '@muster/contract/applications.ts'
import { listAuditLogs } from '@muster/contract/audit-logs.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { listNotifications } from '@muster/contract/notifications.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import {
  downloadCoveredResume,
  getCoveredResume,
  getReview,
  getReviewCounts,
  listReviews,
} from '@muster/contract/reviews.ts'
import { askAboutSubmission, createSubmission, withdrawSubmission } from '@muster/contract/submissions.ts'
import { downloadFile, previewFile, uploadFile } from '@muster/contract/uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { makePdf } from '../uploads/fixtures/make-pdf.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let reviewer: TestUser
let colleague: TestUser
let rival: TestUser
let elsewhere: TestUser
let position: TestPosition
let reasonId: string

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
  const { companyId } = position
  reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId })
  colleague = await server.addUser(workspaceId, 'client_reviewer', { companyId })
  rival = await server.addUser(workspaceId, 'client_reviewer', {
    companyId: (await addPosition(server.db, workspaceId)).companyId,
  })
  const other = await server.addWorkspace()
  elsewhere = await server.addUser(other.workspaceId, 'client_reviewer', {
    companyId: (await addPosition(server.db, other.workspaceId)).companyId,
  })
  const { body } = await server.call(listReasons, { as: recruiter })
  reasonId = body.items.find(({ party }) => party === 'company')!.id
})

afterAll(() => server?.stop())

async function apply(name: string, more: object = {}) {
  const candidate = { name, location: 'Aurora, CO', phone: '+13035550142', email: 'secret@example.com' }
  const body = { positionId: position.id, candidate, ownerId: recruiter.id, allowDuplicate: true, ...more }
  return (await server.call(createApplication, { as: recruiter, body })).body.id
}

async function move(id: string, type: keyof TestPosition['statuses']) {
  await server.call(moveApplications, {
    as: recruiter,
    params: { id: position.id },
    body: { applicationIds: [id], toStatusId: position.statuses[type]! },
  })
}

async function submit(name: string, more: object = {}) {
  const id = await apply(name, more)
  await move(id, 'submitted')
  return id
}

const get = (id: string, as = reviewer) => server.call(getReview, { as, params: { id } })
const decide = (id: string, decision: 'approve' | 'decline', as = reviewer) =>
  server.call(decideSubmission, {
    as,
    params: { id },
    body: { decision, ...(decision === 'decline' ? { reasonId, note: 'Too far away' } : {}) },
  })
const undo = (id: string, as = reviewer) => server.call(undoDecision, { as, params: { id } })

async function listed(as = reviewer, query: { decided?: 'true' } = {}) {
  const { body } = await server.call(listReviews, { as, query: { ...query, limit: 200 } })
  return body.items.map(({ id }) => id)
}

describe('a submitted person', () => {
  it('awaits the decision of their company alone, whether or not a summary was shared', async () => {
    const plain = await submit('Marcus Delgado')
    const shared = await apply('Rosa Quintero')
    const answers = [{ label: 'License', value: 'CDL-A' }]
    await server.call(createSubmission, {
      as: recruiter,
      params: { id: shared },
      body: { summary: 'Six years over the road', answers },
    })
    expect((await listed()).slice(0, 2)).toEqual([shared, plain])
    for (const as of [rival, elsewhere]) {
      expect(await listed(as)).toEqual([])
      expect((await get(plain, as)).status).toBe(404)
    }
    expect((await get(plain)).body).toMatchObject({ state: 'awaiting', summary: '', answers: [] })
    expect((await get(shared)).body).toMatchObject({
      summary: 'Six years over the road',
      answers,
      submittedBy: { id: recruiter.id },
      nextStatus: expect.any(String),
    })
  })

  it('stays where the day of its submission places it when the agency moves it back and forth', async () => {
    const older = await submit('Vera Older')
    await server.call(createSubmission, {
      as: recruiter,
      params: { id: older },
      body: { summary: 'Ready to start', answers: [] },
    })
    const newer = await submit('Walt Newer')
    await move(older, 'qualified')
    await move(older, 'submitted')
    const { body } = await server.call(listReviews, { as: reviewer, query: { limit: 200 } })
    const shown = body.items.filter(({ id }) => [older, newer].includes(id))
    expect(shown.map(({ submittedAt }) => submittedAt)).toEqual(
      shown
        .map(({ submittedAt }) => submittedAt)
        .toSorted()
        .reverse(),
    )
  })

  it('has what was shared last, and who shared it rather than the owner', async () => {
    const id = await apply('Tove Twice')
    const other = await server.addUser(workspaceId, 'recruiter')
    const share = (as: TestUser, summary: string) =>
      server.call(createSubmission, { as, params: { id }, body: { summary } })
    const first = await share(recruiter, 'First impression')
    await server.call(withdrawSubmission, { as: recruiter, params: { id: first.body.id } })
    await share(other, 'After a second call')
    expect((await get(id)).body).toMatchObject({
      summary: 'After a second call',
      submittedBy: { id: other.id },
    })
  })

  it('names the next status that there is', async () => {
    const hiring = await addPosition(server.db, workspaceId)
    const { companyId } = hiring
    const as = await server.addUser(workspaceId, 'client_reviewer', { companyId })
    const id = await apply('Nora Next', { positionId: hiring.id })
    await server.call(moveApplications, {
      as: recruiter,
      params: { id: hiring.id },
      body: { applicationIds: [id], toStatusId: hiring.statuses.submitted! },
    })
    const nameOf = async (type: 'interview' | 'offer') =>
      (
        await server.db
          .selectFrom('statuses')
          .where('id', '=', hiring.statuses[type]!)
          .select('name')
          .executeTakeFirstOrThrow()
      ).name
    expect((await get(id, as)).body.nextStatus).toBe(await nameOf('interview'))
    await server.db
      .updateTable('statuses')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', hiring.statuses.interview!)
      .execute()
    expect((await get(id, as)).body.nextStatus).toBe(await nameOf('offer'))
  })

  it('is shown without contact data, sources, tags and everything else of the agency', async () => {
    const id = await submit('Omar Haddad', { tags: ['secret-tag'], source: 'secret-source' })
    const seen = JSON.stringify([
      (await get(id)).body,
      (await server.call(listReviews, { as: reviewer, query: {} })).body,
      (await server.call(getReviewCounts, { as: reviewer })).body,
    ])
    expect(seen).toContain('Omar Haddad')
    for (const hidden of ['secret', '5550142', '555-0142', 'example.com', 'lead', 'SLA'])
      expect(seen).not.toContain(hidden)
  })

  it('is refused to those who do not decide, and before they are submitted', async () => {
    const id = await submit('Bill Tran')
    expect((await get(id, recruiter)).status).toBe(403)
    expect((await get(await apply('Not Yet'))).status).toBe(404)
    await server.call(deleteApplication, { as: recruiter, params: { id } })
    expect((await get(id)).status).toBe(404)
  })

  it('is withdrawn when the agency closes or takes back the application, or withdraws what it shared', async () => {
    const closed = await submit('Sheila Novak')
    await server.call(closeApplication, {
      as: recruiter,
      params: { id: closed },
      body: { disposition: 'unreachable' },
    })
    const back = await submit('Pete Marchetti')
    await move(back, 'qualified')
    const shared = await apply('Jess Lindgren')
    const { body } = await server.call(createSubmission, {
      as: recruiter,
      params: { id: shared },
      body: { summary: 'Secret summary' },
    })
    await server.call(withdrawSubmission, { as: recruiter, params: { id: body.id } })
    for (const id of [closed, back, shared]) {
      expect((await get(id)).body).toMatchObject({
        state: 'withdrawn',
        summary: '',
        hasResume: false,
        messages: [],
      })
      expect(await listed()).not.toContain(id)
      expect((await decide(id, 'approve')).status).toBe(409)
    }
  })

  it('has no résumé any more once withdrawn', async () => {
    const id = await submit('Rolf Resumed')
    await addResume(id, 'Rolf Resumed, driver', 'cv.txt')
    expect((await get(id)).body.hasResume).toBe(true)
    await move(id, 'qualified')
    expect((await get(id)).body).toMatchObject({ state: 'withdrawn', hasResume: false })
  })
})

describe('the reviewers of a company', () => {
  const told = async (as: TestUser) =>
    (await server.call(listNotifications, { as, query: { kind: 'submitted' } })).body.items

  it('are notified of each person who is moved to Submitted, several at once in one notification', async () => {
    const before = (await told(reviewer)).length
    const one = await submit('Kim Ahn')
    expect((await told(reviewer))[0]).toMatchObject({
      applicationId: one,
      text: expect.stringContaining('Kim Ahn'),
    })
    const ids = [await apply('Lea Berg'), await apply('Mia Cole')]
    const action = { kind: 'move' as const, toStatusType: 'submitted' as const }
    await server.call(bulkApplications, { as: recruiter, body: { applicationIds: ids, action } })
    const items = await told(reviewer)
    expect(items).toHaveLength(before + 2)
    expect(items[0]).toMatchObject({ applicationId: null, text: '2 candidates submitted' })
    expect(await told(rival)).toEqual([])
  })

  it('are not notified again when a summary is shared later, nor when nobody moves', async () => {
    const id = await submit('Noa Dietz')
    const before = (await told(reviewer)).length
    await move(id, 'submitted')
    await server.call(createSubmission, { as: recruiter, params: { id }, body: { summary: 'A summary' } })
    expect(await told(reviewer)).toHaveLength(before)
  })
})

describe('the positions of a company', () => {
  it('are listed with those that have somebody to decide first', async () => {
    const { companyId } = await addPosition(server.db, workspaceId)
    const as = await server.addUser(workspaceId, 'client_reviewer', { companyId })
    const other = await addPosition(server.db, workspaceId, { companyId })
    const candidate = { name: 'Una First' }
    const { body } = await server.call(createApplication, {
      as: recruiter,
      body: { positionId: other.id, candidate, allowDuplicate: true },
    })
    await server.call(moveApplications, {
      as: recruiter,
      params: { id: other.id },
      body: { applicationIds: [body.id], toStatusId: other.statuses.submitted! },
    })
    const { positions } = (await server.call(getReviewCounts, { as })).body
    expect(positions.map(({ id, awaiting }) => [id === other.id, awaiting])).toEqual([
      [true, 1],
      [false, 0],
    ])
  })

  it('are those that are open or have a review, and not deleted', async () => {
    const { companyId, ...first } = await addPosition(server.db, workspaceId)
    const as = await server.addUser(workspaceId, 'client_reviewer', { companyId })
    const [reviewed, empty] = [
      await addPosition(server.db, workspaceId, { companyId }),
      await addPosition(server.db, workspaceId, { companyId }),
    ]
    await submit('Uli Waits', { positionId: reviewed.id, statusId: reviewed.statuses.submitted! })
    const close = (id: string) =>
      server.db.updateTable('positions').set({ state: 'closed' }).where('id', '=', id).execute()
    await Promise.all([close(reviewed.id), close(empty.id)])
    const ids = async () =>
      (await server.call(getReviewCounts, { as })).body.positions.map(({ id }) => id).sort()
    expect(await ids()).toEqual([first.id, reviewed.id].sort())
    await server.db
      .updateTable('positions')
      .set({ deleted_at: sql`now()` })
      .where('id', 'in', [first.id, reviewed.id])
      .execute()
    expect(await ids()).toEqual([])
  })

  it('are counted beyond the first 200', async () => {
    const { companyId } = await addPosition(server.db, workspaceId)
    for (let count = 1; count <= 200; count++) await addPosition(server.db, workspaceId, { companyId })
    const as = await server.addUser(workspaceId, 'client_reviewer', { companyId })
    const { body } = await server.call(getReviewCounts, { as })
    expect([body.positionCount, body.positions.length]).toEqual([201, 200])
    expect((await server.call(getReviewCounts, { as: rival })).body.positionCount).toBe(1)
  })
})

describe('a decision', () => {
  it('is listed with its reason, and counts', async () => {
    const [approved, declined] = [await submit('Ana Ortiz'), await submit('Ben Oduya')]
    const before = (await server.call(getReviewCounts, { as: reviewer })).body
    await decide(approved, 'approve')
    await decide(declined, 'decline')
    expect((await listed(reviewer, { decided: 'true' })).slice(0, 2)).toEqual([declined, approved])
    expect((await get(declined)).body).toMatchObject({
      state: 'declined',
      decision: {
        kind: 'decline',
        by: { id: reviewer.id },
        reason: expect.any(String),
        note: 'Too far away',
      },
    })
    expect((await get(approved)).body).toMatchObject({ state: 'approved', decision: { kind: 'approve' } })
    const after = (await server.call(getReviewCounts, { as: reviewer })).body
    expect(after.awaiting).toBe(before.awaiting - 2)
    expect(after.decided).toBe(before.decided + 2)
    expect(after.company).toMatchObject({ id: position.companyId })
    expect(after.positions.find(({ id }) => id === position.id)).toMatchObject({ awaiting: after.awaiting })
    expect(await listed(rival, { decided: 'true' })).toEqual([])
  })

  it('is not listed while the person waits for another one', async () => {
    const id = await submit('Rea Submitted')
    await decide(id, 'approve')
    expect(await listed(reviewer, { decided: 'true' })).toContain(id)
    await move(id, 'submitted')
    expect(await listed(reviewer, { decided: 'true' })).not.toContain(id)
    expect(await listed()).toContain(id)
  })

  it('is undone by who made it, with the notification', async () => {
    for (const decision of ['approve', 'decline'] as const) {
      const id = await submit(`Cleo ${decision}`)
      await decide(id, decision)
      const told = async () =>
        (await server.call(listNotifications, { as: recruiter })).body.items.filter(
          ({ applicationId, kind }) => applicationId === id && kind === 'decided',
        )
      expect(await told()).toHaveLength(1)
      expect((await undo(id, colleague)).status).toBe(409)
      expect((await undo(id, rival)).status).toBe(404)
      expect((await undo(id, recruiter)).status).toBe(403)
      const { status, body } = await undo(id)
      expect([status, body.status.type, body.disposition]).toEqual([200, 'submitted', null])
      expect(await told()).toEqual([])
      expect((await get(id)).body).toMatchObject({ state: 'awaiting', decision: null })
      expect((await undo(id)).status).toBe(409)
    }
  })

  it('leaves nothing once it was undone and the agency takes the person back', async () => {
    const id = await submit('Pia Undone')
    await decide(id, 'approve')
    await undo(id)
    await move(id, 'qualified')
    expect((await get(id)).body).toMatchObject({ state: 'withdrawn', decision: null })
  })

  it('is the last one when the company decides again', async () => {
    const id = await submit('Otto Again')
    await decide(id, 'approve')
    await move(id, 'submitted')
    expect((await get(id)).body).toMatchObject({ state: 'awaiting', decision: null })
    await decide(id, 'decline', colleague)
    expect((await get(id)).body).toMatchObject({
      state: 'declined',
      decision: { kind: 'decline', by: { id: colleague.id } },
    })
  })

  it('stays readable when the agency withdraws what it shared, which goes', async () => {
    const id = await apply('Wim Withdrawn')
    const { body } = await server.call(createSubmission, {
      as: recruiter,
      params: { id },
      body: { summary: 'Secret summary', answers: [{ label: 'Pay', value: '30' }] },
    })
    await server.call(askAboutSubmission, { as: reviewer, params: { id }, body: { body: 'Can he start?' } })
    await decide(id, 'approve')
    expect((await get(id)).body).toMatchObject({ summary: 'Secret summary', messageCount: 1 })
    await server.call(withdrawSubmission, { as: recruiter, params: { id: body.id } })
    expect((await get(id)).body).toMatchObject({
      state: 'approved',
      decision: { kind: 'approve' },
      summary: '',
      answers: [],
      messageCount: 0,
      messages: [],
    })
  })

  it('is in the audit log with who made it, and so is its undo', async () => {
    const id = await submit('Gil Audited')
    await decide(id, 'approve')
    await undo(id)
    await decide(id, 'decline')
    const entries = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', id)
      .where('user_id', '=', reviewer.id)
      .orderBy('id')
      .select('action')
      .execute()
    const actions = ['approved', 'decision_undone', 'declined']
    expect(entries.map(({ action }) => action)).toEqual(actions.map((action) => `submission.${action}`))
  })

  it('reaches who submitted the person when nobody owns the application', async () => {
    const id = await submit('Kay Unowned', { ownerId: null })
    await decide(id, 'approve')
    const { items } = (await server.call(listNotifications, { as: recruiter })).body
    expect(items[0]).toMatchObject({ kind: 'decided', applicationId: id })
  })

  it('is not undone once the agency has acted on it, nor later', async () => {
    const moved = await submit('Dan Wu')
    await decide(moved, 'approve')
    await move(moved, 'offer')
    expect((await undo(moved)).status).toBe(409)
    const late = await submit('Eva Lind')
    await decide(late, 'approve')
    await sql`update activity_logs set at = at - interval '11 minutes' where application_id = ${late}`.execute(
      server.db,
    )
    expect((await undo(late)).status).toBe(409)
    expect(
      (await server.call(getApplication, { as: recruiter, params: { id: late } })).body.status.type,
    ).toBe('interview')
  })
})

async function addResume(id: string, content: Buffer | string, name: string) {
  const form = new FormData()
  form.append('file', new Blob([content as never]), name)
  const response = await fetch(server.url + addressOf(uploadFile), {
    method: 'POST',
    headers: { authorization: `Bearer ${recruiter.accessToken}` },
    body: form,
  })
  const { id: resumeFileId } = (await response.json()) as { id: string }
  await server.call(updateApplication, { as: recruiter, params: { id }, body: { resumeFileId } })
  return resumeFileId
}

const state = (id: string, as = reviewer) => server.call(getCoveredResume, { as, params: { id } })

async function download(id: string, as = reviewer) {
  const response = await fetch(server.url + addressOf(downloadCoveredResume, { id }), {
    headers: { authorization: `Bearer ${as.accessToken}` },
  })
  return {
    status: response.status,
    headers: response.headers,
    content: Buffer.from(await response.arrayBuffer()),
  }
}

describe('the résumé of a submitted person', () => {
  const resume = () => makePdf([['Finn Falk, driver in Colorado', '(303) 555-0142 | secret@example.com']])

  it('is a covered copy for the client, and never the file', async () => {
    const id = await submit('Finn Falk')
    expect((await state(id)).body).toEqual({ state: 'none', problem: null, pageCount: null })
    const fileId = await addResume(id, await resume(), 'secret@example.com.pdf')
    expect((await state(id)).body).toEqual({ state: 'ready', problem: null, pageCount: 1 })
    const { status, headers, content } = await download(id)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('content-disposition')).toBe('attachment; filename=resume.pdf')
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(content.includes('secret')).toBe(false)
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['contacts:read'] })
      .where('id', '=', colleague.id)
      .execute()
    evictSessions(server.db)
    for (const endpoint of [downloadFile, previewFile])
      expect(
        (await server.call(endpoint as typeof previewFile, { as: colleague, params: { id: fileId } })).status,
      ).toBe(404)
    const { body } = await server.call(getApplication, { as: colleague, params: { id } })
    expect(body.resumeFile).toBeNull()
  })

  it('is that of the application, though the candidate has another one', async () => {
    const id = await submit('Tom Two')
    const pages = async (count: number) =>
      makePdf(Array.from({ length: count }, (_, page) => [`Page ${page} of Tom Two, driver in Colorado`]))
    const ofCandidate = await addResume(id, await pages(1), 'old.pdf')
    await addResume(id, await pages(2), 'new.pdf')
    await sql`
      update candidates set resume_file_id = ${ofCandidate}
      where id = (select candidate_id from applications where id = ${id})
    `.execute(server.db)
    expect((await state(id)).body).toEqual({ state: 'ready', problem: null, pageCount: 2 })
  })

  it('is in the audit log when the client opens it, and not when the agency does', async () => {
    const id = await submit('Ola Read')
    await addResume(id, await resume(), 'cv.pdf')
    await download(id, recruiter)
    await download(id)
    const { body } = await server.call(listAuditLogs, {
      as: await server.addUser(workspaceId, 'admin'),
      query: { subjectId: id },
    })
    expect(body.items).toMatchObject([
      { action: 'submission.resume_downloaded', area: 'people', user: { id: reviewer.id } },
    ])
  })

  it('is not there for another company or workspace, nor once the person is withdrawn', async () => {
    const id = await submit('Gus Berg')
    await addResume(id, await resume(), 'cv.pdf')
    for (const as of [rival, elsewhere]) {
      expect((await state(id, as)).status).toBe(404)
      expect((await download(id, as)).status).toBe(404)
    }
    await move(id, 'qualified')
    expect((await state(id)).status).toBe(404)
    expect((await download(id)).status).toBe(404)
    expect((await state(id, recruiter)).body.state).toBe('ready')
  })

  it('is made once, again for other contact data, and erased with the person', async () => {
    const id = await submit('Hana Roth')
    const fileId = await addResume(id, 'Hana Roth\nNight shifts in Denver\nAsk for hana-the-driver', 'cv.txt')
    const stored = () =>
      server.db
        .selectFrom('covered_resumes')
        .where('file_id', '=', fileId)
        .select(['made_from', 'made_at'])
        .execute()
    await download(id)
    const first = await stored()
    await download(id)
    expect(await stored()).toEqual(first)
    const { body } = await server.call(getApplication, { as: recruiter, params: { id } })
    await server.call(updateCandidate, {
      as: recruiter,
      params: { id: body.candidate.id },
      body: { profileUrl: 'https://hana-the-driver.example' },
    })
    await download(id)
    expect((await stored())[0]!.made_from).not.toBe(first[0]!.made_from)
    const admin = await server.addUser(workspaceId, 'admin')
    await server.call(closeApplication, {
      as: admin,
      params: { id },
      body: { disposition: 'unreachable' },
    })
    const erased = await server.call(eraseCandidate, {
      as: admin,
      params: { id: body.candidate.id },
      body: { confirmName: 'Hana Roth' },
    })
    expect(erased.status).toBe(200)
    expect(await stored()).toEqual([])
  })

  it('is refused when it cannot be covered, with the reason for the agency only', async () => {
    const id = await submit('Ida Holm')
    await addResume(id, '{\\rtf1 Ida Holm secret@example.com}', 'cv.rtf')
    expect((await state(id)).body).toEqual({ state: 'refused', problem: null, pageCount: null })
    expect((await state(id, recruiter)).body.problem).toBe('unsupported')
    expect((await download(id)).status).toBe(404)
  })
})
