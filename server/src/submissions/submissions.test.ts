import {
  closeApplication,
  createApplication,
  decideSubmission,
  deleteApplication,
  getApplication,
} from '@muster/contract/applications.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { listNotifications, setNotificationChoice } from '@muster/contract/notifications.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import {
  askAboutSubmission,
  createSubmission,
  getSubmission,
  listSubmissions,
  replyToClient,
  withdrawSubmission,
} from '@muster/contract/submissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let reviewer: TestUser
let rival: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
  reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
  const { companyId } = await addPosition(server.db, workspaceId)
  rival = await server.addUser(workspaceId, 'client_reviewer', { companyId })
})

afterAll(() => server?.stop())

async function apply(name: string, more: { tags?: string[]; source?: string } = {}) {
  const candidate = {
    name,
    location: 'Aurora, CO',
    phone: '+13035550142',
    email: `${name.length}@example.com`,
  }
  const body = { positionId: position.id, candidate, ownerId: recruiter.id, allowDuplicate: true, ...more }
  return (await server.call(createApplication, { as: recruiter, body })).body.id
}

const summary = 'Six years over the road without a preventable accident.'
const answers = [
  { label: 'License', value: 'CDL-A, through Aug 2029' },
  { label: 'Experience', value: '6 years over the road' },
]

const submit = (id: string, as = recruiter, body: object = { summary, answers }) =>
  server.call(createSubmission, { as, params: { id }, body: body as { summary: string } })

const get = (id: string, as = reviewer) => server.call(getSubmission, { as, params: { id } })

async function listed(as: TestUser, state?: 'awaiting' | 'ended' | 'withdrawn') {
  const query = { ...(state && { state }), limit: 200 }
  return (await server.call(listSubmissions, { as, query })).body.items.map(({ id }) => id)
}

describe('createSubmission', () => {
  it('moves the application to Submitted and shares what was chosen, signed', async () => {
    const id = await apply('Marcus Delgado')
    const { status, body } = await submit(id)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: 'awaiting',
      summary,
      answers,
      submittedBy: { id: recruiter.id },
      company: { id: position.companyId },
    })
    const moved = (await server.call(getApplication, { as: recruiter, params: { id } })).body
    expect(moved.status.type).toBe('submitted')
  })

  it('shares nothing of the candidate but name and town', async () => {
    const { body } = await submit(
      await apply('Rosa Quintero', { tags: ['secret-tag'], source: 'secret-source' }),
    )
    const seen = JSON.stringify([
      (await get(body.id)).body,
      (await server.call(listSubmissions, { as: reviewer, query: {} })).body,
    ])
    expect(seen).toContain('Rosa Quintero')
    for (const secret of ['secret', '555', 'example.com']) expect(seen).not.toContain(secret)
  })

  it('is refused twice, past Submitted and for a closed or deleted application', async () => {
    const twice = await apply('Bill Tran')
    expect((await submit(twice)).status).toBe(201)
    expect((await submit(twice)).status).toBe(409)
    await server.call(decideSubmission, {
      as: reviewer,
      params: { id: twice },
      body: { decision: 'approve' },
    })
    const { body } = await server.call(listSubmissions, { as: recruiter, query: { applicationId: twice } })
    await server.call(withdrawSubmission, { as: recruiter, params: { id: body.items[0]!.id } })
    expect((await submit(twice)).status).toBe(409)
    const closed = await apply('Pete Marchetti')
    const closing = { as: recruiter, params: { id: closed }, body: { disposition: 'unreachable' as const } }
    await server.call(closeApplication, closing)
    expect((await submit(closed)).status).toBe(409)
    const deleted = await apply('Jess Lindgren')
    await server.call(deleteApplication, { as: recruiter, params: { id: deleted } })
    expect((await submit(deleted)).status).toBe(404)
  })

  it('counts once when two recruiters submit at the same time', async () => {
    const id = await apply('Omar Haddad')
    const statuses = (await Promise.all([submit(id), submit(id)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409])
  })

  it('requires a summary', async () => {
    expect((await submit(await apply('Sheila Novak'), recruiter, { summary: ' ' })).status).toBe(422)
  })

  it('is refused to those who may not edit, and hides other workspaces', async () => {
    const id = await apply('Darnell Hughes')
    for (const role of ['viewer', 'hiring_manager'] as const)
      expect((await submit(id, await server.addUser(workspaceId, role))).status).toBe(403)
    expect((await submit(id, reviewer)).status).toBe(403)
    const elsewhere = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    expect((await submit(id, elsewhere)).status).toBe(404)
  })

  it('notifies the reviewers of the company, by email if they chose it, and nobody else', async () => {
    const choice = { inApp: true, mail: true }
    await server.call(setNotificationChoice, { as: reviewer, params: { kind: 'submitted' }, body: choice })
    const id = await apply('Lena Park')
    await submit(id)
    const { body } = await server.call(listNotifications, { as: reviewer })
    expect(body.items[0]).toMatchObject({ kind: 'submitted', applicationId: id })
    expect((await server.call(listNotifications, { as: rival })).body.items).toEqual([])
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', '=', reviewer.email)
      .select('body')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).not.toContain('Lena Park')
  })
})

describe('a submission', () => {
  it('awaits until the company decides, and is then listed as ended', async () => {
    const id = await apply('Ida Holm')
    const submissionId = (await submit(id)).body.id
    expect(await listed(reviewer, 'awaiting')).toContain(submissionId)
    const reasons = (await server.call(listReasons, { as: recruiter })).body.items
    const reasonId = reasons.find(({ party }) => party === 'company')!.id
    const body = { decision: 'decline' as const, reasonId }
    await server.call(decideSubmission, { as: reviewer, params: { id }, body })
    expect(await listed(reviewer, 'awaiting')).not.toContain(submissionId)
    expect(await listed(reviewer, 'ended')).toContain(submissionId)
    expect((await get(submissionId)).body.state).toBe('ended')
  })

  it('does not exist for another company or workspace', async () => {
    const { id } = (await submit(await apply('Kai Brandt'))).body
    const elsewhere = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const body = { body: 'Who is this?' }
    for (const as of [rival, elsewhere]) {
      expect((await get(id, as)).status).toBe(404)
      expect(await listed(as)).toEqual([])
    }
    expect((await server.call(askAboutSubmission, { as: rival, params: { id }, body })).status).toBe(404)
    expect((await server.call(replyToClient, { as: elsewhere, params: { id }, body })).status).toBe(404)
    expect((await server.call(withdrawSubmission, { as: elsewhere, params: { id } })).status).toBe(404)
  })

  it('no longer exists for the company once it is withdrawn, and can be submitted anew', async () => {
    const applicationId = await apply('Nora Vance')
    const { id } = (await submit(applicationId)).body
    const withdraw = () => server.call(withdrawSubmission, { as: recruiter, params: { id } })
    expect((await withdraw()).body.state).toBe('withdrawn')
    expect((await withdraw()).status).toBe(409)
    expect((await get(id)).status).toBe(404)
    expect((await get(id, recruiter)).status).toBe(200)
    expect(await listed(recruiter, 'withdrawn')).toContain(id)
    const { body } = await submit(applicationId, recruiter, { summary: 'Rewritten' })
    expect((await get(body.id)).body.summary).toBe('Rewritten')
  })

  it('has a page at a time, newest first', async () => {
    const query = { limit: 2, state: 'awaiting' as const }
    const first = (await server.call(listSubmissions, { as: reviewer, query })).body
    const cursor = first.nextCursor!
    const second = (await server.call(listSubmissions, { as: reviewer, query: { ...query, cursor } })).body
    const all = await listed(reviewer, 'awaiting')
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.slice(0, 4))
    expect(first.total.value).toBe(all.length)
  })
})

describe('the thread of a submission', () => {
  it('is visible to both sides and notifies the other', async () => {
    const applicationId = await apply('Theo Marsh')
    const { id } = (await submit(applicationId)).body
    const ask = { as: reviewer, params: { id }, body: { body: 'Has he driven I-70 in winter?' } }
    expect((await server.call(askAboutSubmission, ask)).status).toBe(201)
    const reply = { as: recruiter, params: { id }, body: { body: 'Yes, four winters' } }
    expect((await server.call(replyToClient, reply)).status).toBe(201)
    for (const as of [reviewer, recruiter])
      expect((await get(id, as)).body.messages).toMatchObject([
        { by: { id: reviewer.id }, isClient: true, body: 'Has he driven I-70 in winter?' },
        { by: { id: recruiter.id }, isClient: false, body: 'Yes, four winters' },
      ])
    const latest = async (as: TestUser) => (await server.call(listNotifications, { as })).body.items[0]
    expect(await latest(recruiter)).toMatchObject({ kind: 'asked', applicationId })
    expect(await latest(reviewer)).toMatchObject({ kind: 'answered', applicationId })
  })

  it('takes questions only from those who decide and replies only from staff', async () => {
    const { id } = (await submit(await apply('Uma Reyes'))).body
    const body = { body: 'Hello' }
    expect((await server.call(askAboutSubmission, { as: recruiter, params: { id }, body })).status).toBe(403)
    expect((await server.call(replyToClient, { as: reviewer, params: { id }, body })).status).toBe(403)
    await server.call(withdrawSubmission, { as: recruiter, params: { id } })
    expect((await server.call(replyToClient, { as: recruiter, params: { id }, body })).status).toBe(409)
  })
})

it('is erased with its candidate', async () => {
  const admin = await server.addUser(workspaceId, 'admin')
  const candidate = (await server.call(createCandidate, { as: admin, body: { name: 'Vera Stone' } })).body
  const body = { positionId: position.id, candidateId: candidate.id }
  const applicationId = (await server.call(createApplication, { as: admin, body })).body.id
  const { id } = (await submit(applicationId, admin)).body
  const question = { as: reviewer, params: { id }, body: { body: 'Does Vera drive?' } }
  await server.call(askAboutSubmission, question)
  const closing = { as: admin, params: { id: applicationId }, body: { disposition: 'unreachable' as const } }
  await server.call(closeApplication, closing)
  const erasing = { as: admin, params: { id: candidate.id }, body: { confirmName: 'Vera Stone' } }
  expect((await server.call(eraseCandidate, erasing)).status).toBe(200)
  const stored = await server.db.selectFrom('submissions').where('id', '=', id).selectAll().execute()
  expect(stored).toMatchObject([{ summary: null, answers: [] }])
  const thread = await server.db
    .selectFrom('submission_messages')
    .where('submission_id', '=', id)
    .select('body')
    .execute()
  expect(thread).toEqual([{ body: null }])
})
