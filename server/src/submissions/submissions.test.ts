import {
  closeApplication,
  createApplication,
  decideSubmission,
  deleteApplication,
  getApplication,
} from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
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
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let reviewer: TestUser
let rival: TestUser
let rivalCompanyId: string
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
  reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
  rivalCompanyId = (await addPosition(server.db, workspaceId)).companyId
  rival = await server.addUser(workspaceId, 'client_reviewer', { companyId: rivalCompanyId })
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
    for (const secret of ['secret', '5550142', '555-0142', 'example.com']) expect(seen).not.toContain(secret)
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
    const applicationId = await apply('Kai Brandt')
    const { id } = (await submit(applicationId)).body
    const elsewhere = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const body = { body: 'Who is this?' }
    for (const as of [rival, elsewhere]) {
      expect((await get(id, as)).status).toBe(404)
      expect(await listed(as)).toEqual([])
    }
    expect(
      (await server.call(askAboutSubmission, { as: rival, params: { id: applicationId }, body })).status,
    ).toBe(404)
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

  it('stays with the company it was shared with when the position moves to another', async () => {
    const moving = await addPosition(server.db, workspaceId)
    const former = await server.addUser(workspaceId, 'client_reviewer', { companyId: moving.companyId })
    const { id: applicationId } = (
      await server.call(createApplication, {
        as: recruiter,
        body: { positionId: moving.id, candidate: { name: 'Confidential' } },
      })
    ).body
    const { id } = (await submit(applicationId)).body
    expect((await get(id, former)).status).toBe(200)
    await server.db
      .updateTable('positions')
      .set({ company_id: rivalCompanyId })
      .where('id', '=', moving.id)
      .execute()
    expect((await get(id, rival)).status).toBe(404)
    expect(await listed(rival)).toEqual([])
  })

  it('no longer exists once its application is deleted', async () => {
    const applicationId = await apply('Deleted Later')
    const { id } = (await submit(applicationId)).body
    await server.call(deleteApplication, { as: recruiter, params: { id: applicationId } })
    expect([(await get(id)).status, (await get(id, recruiter)).status]).toEqual([404, 404])
  })

  it('is ended once its application is closed by us', async () => {
    const applicationId = await apply('Closed By Us')
    const { id } = (await submit(applicationId)).body
    const body = { disposition: 'withdrawn' as const }
    await server.call(closeApplication, { as: recruiter, params: { id: applicationId }, body })
    expect((await get(id)).body.state).toBe('ended')
  })

  it('is in the audit log when it is shared, asked about and withdrawn', async () => {
    const applicationId = await apply('Audited')
    const { id } = (await submit(applicationId)).body
    const question = { as: reviewer, params: { id: applicationId }, body: { body: 'Nights?' } }
    await server.call(askAboutSubmission, question)
    await server.call(withdrawSubmission, { as: recruiter, params: { id } })
    const rows = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', applicationId)
      .orderBy('id')
      .select(['action', 'user_id'])
      .execute()
    expect(rows.map(({ action, user_id: user }) => [action, user])).toEqual([
      ['submission.created', recruiter.id],
      ['submission.asked', reviewer.id],
      ['submission.withdrawn', recruiter.id],
    ])
  })

  it('is told to no reviewer who is suspended', async () => {
    const gone = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute()
    await submit(await apply('Told To Some'))
    const rows = await server.db
      .selectFrom('notifications')
      .where('user_id', '=', gone.id)
      .select('id')
      .execute()
    expect(rows).toEqual([])
  })

  it('of a card that was moved to Submitted before is no news to the reviewers, unless it was withdrawn', async () => {
    const applicationId = await apply('Moved Before')
    const moved = await server.call(moveApplications, {
      as: recruiter,
      params: { id: position.id },
      body: { applicationIds: [applicationId], toStatusId: position.statuses.submitted },
    })
    expect(moved.status).toBe(200)
    const told = async () => {
      const rows = await server.db
        .selectFrom('notifications')
        .where('application_id', '=', applicationId)
        .where('user_id', '=', reviewer.id)
        .where('kind', '=', 'submitted')
        .select('id')
        .execute()
      return rows.length
    }
    expect(await told()).toBe(1)
    const { id } = (await submit(applicationId)).body
    expect(await told()).toBe(1)
    await server.call(withdrawSubmission, { as: recruiter, params: { id } })
    expect((await submit(applicationId)).status).toBe(201)
    expect(await told()).toBe(2)
  })

  it('is listed with the others of its application alone, if asked so', async () => {
    const [one, other] = [await apply('Listed Alone'), await apply('Listed Beside')]
    const { id } = (await submit(one)).body
    await submit(other)
    const { body } = await server.call(listSubmissions, { as: recruiter, query: { applicationId: one } })
    expect(body.items.map((item) => item.id)).toEqual([id])
    expect(body.total.value).toBe(1)
  })

  it('is told to browsers when it is shared, asked about, answered and withdrawn', async () => {
    const applicationId = await apply('Told To Browsers')
    const told = async () => {
      const { rows } = await sql<{ by: string }>`
        select event ->> 'actorId' as by from live_events
        where event ->> 'kind' = 'activity-logged' and event ->> 'applicationId' = ${applicationId} order by id
      `.execute(server.db)
      return rows.map(({ by }) => by)
    }
    const before = (await told()).length
    const { id } = (await submit(applicationId)).body
    const question = { as: reviewer, params: { id: applicationId }, body: { body: 'Nights?' } }
    await server.call(askAboutSubmission, question)
    await server.call(replyToClient, { as: recruiter, params: { id }, body: { body: 'Yes' } })
    await server.call(withdrawSubmission, { as: recruiter, params: { id } })
    expect((await told()).slice(before)).toEqual([recruiter.id, reviewer.id, recruiter.id, recruiter.id])
  })

  it('has a page at a time, newest first', async () => {
    const [older, newer] = [await submit(await apply('Older')), await submit(await apply('Newer'))]
    const inOrder = async (sort: '-submittedAt' | 'submittedAt') => {
      const { body } = await server.call(listSubmissions, { as: recruiter, query: { limit: 200, sort } })
      const ids = body.items.map(({ id }) => id)
      return ids.filter((id) => id === older.body.id || id === newer.body.id)
    }
    expect(await inOrder('-submittedAt')).toEqual([newer.body.id, older.body.id])
    expect(await inOrder('submittedAt')).toEqual([older.body.id, newer.body.id])
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
    const ask = {
      as: reviewer,
      params: { id: applicationId },
      body: { body: 'Has he driven I-70 in winter?' },
    }
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

  it('leads from the email to the application, and the client to their review of it', async () => {
    const [owner, client] = [
      await server.addUser(workspaceId, 'recruiter'),
      await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId }),
    ]
    const body = { inApp: true, mail: true }
    await server.call(setNotificationChoice, { as: owner, params: { kind: 'asked' }, body })
    await server.call(setNotificationChoice, { as: client, params: { kind: 'answered' }, body })
    const candidate = { name: 'Linked' }
    const { id: applicationId } = (
      await server.call(createApplication, {
        as: owner,
        body: { positionId: position.id, candidate, ownerId: owner.id },
      })
    ).body
    const { id } = (await submit(applicationId, owner)).body
    const question = { as: client, params: { id: applicationId }, body: { body: 'Nights?' } }
    await server.call(askAboutSubmission, question)
    await server.call(replyToClient, { as: recruiter, params: { id }, body: { body: 'Yes' } })
    const mailsTo = async (to: TestUser) => {
      const rows = await server.db
        .selectFrom('mails')
        .where('recipient', '=', to.email)
        .select('body')
        .execute()
      return rows.map((row) => row.body).join()
    }
    const { publicUrl } = server.services.config
    expect(await mailsTo(owner)).toContain(`${publicUrl}/applications/${applicationId}`)
    expect(await mailsTo(client)).toContain(`${publicUrl}/reviews?person=${applicationId}`)
  })

  it('asks the owner of the application, not whoever submitted it', async () => {
    const applicationId = await apply('Owned')
    const submitter = await server.addUser(workspaceId, 'recruiter')
    await submit(applicationId, submitter)
    const question = { as: reviewer, params: { id: applicationId }, body: { body: 'Nights?' } }
    await server.call(askAboutSubmission, question)
    const askedOf = await server.db
      .selectFrom('notifications')
      .where('application_id', '=', applicationId)
      .where('kind', '=', 'asked')
      .select('user_id')
      .execute()
    expect(askedOf).toEqual([{ user_id: recruiter.id }])
  })

  it('asks whoever submitted an application that nobody owns', async () => {
    const { id: applicationId } = (
      await server.call(createApplication, {
        as: recruiter,
        body: { positionId: position.id, candidate: { name: 'Nobody Owns' } },
      })
    ).body
    const submitter = await server.addUser(workspaceId, 'recruiter')
    await submit(applicationId, submitter)
    await server.call(askAboutSubmission, {
      as: reviewer,
      params: { id: applicationId },
      body: { body: 'Who?' },
    })
    const { items } = (await server.call(listNotifications, { as: submitter })).body
    expect(items).toMatchObject([{ kind: 'asked', applicationId }])
  })

  describe('of an application without owner or summary', () => {
    let admin: TestUser
    let client: TestUser
    let place: TestPosition

    beforeAll(async () => {
      const added = (await server.addWorkspace()).workspaceId
      place = await addPosition(server.db, added)
      admin = await server.addUser(added, 'admin')
      client = await server.addUser(added, 'client_reviewer', { companyId: place.companyId })
    })

    async function ask(mover: TestUser, before: () => Promise<unknown> = async () => {}) {
      const { id: positionId, statuses } = place
      const applying = { positionId, candidate: { name: 'Nobody Owns' }, ownerId: null, allowDuplicate: true }
      const { id } = (await server.call(createApplication, { as: admin, body: applying })).body
      await server.call(moveApplications, {
        as: mover,
        params: { id: positionId },
        body: { applicationIds: [id], toStatusId: statuses.submitted },
      })
      await before()
      const asking = { as: client, params: { id }, body: { body: 'Can we have a summary?' } }
      const { body } = await server.call(askAboutSubmission, asking)
      const notified = await server.db
        .selectFrom('notifications')
        .where('application_id', '=', id)
        .where('kind', '=', 'asked')
        .select('user_id')
        .execute()
      return { submittedBy: body.submittedBy.id, notified: notified.map(({ user_id: user }) => user) }
    }

    it('asks whoever moved it to Submitted, who then counts as having submitted it', async () => {
      const mover = await server.addUser(admin.workspaceId, 'recruiter')
      expect(await ask(mover)).toEqual({ submittedBy: mover.id, notified: [mover.id] })
    })

    it("asks the position's owner when whoever moved it has left or no longer sees it", async () => {
      const { workspaceId: id } = admin
      const owner = await server.addUser(id, 'recruiter')
      const own = (ownerId: string | null) =>
        server.db.updateTable('positions').set({ owner_id: ownerId }).where('id', '=', place.id).execute()
      await own(owner.id)
      for (const change of [{ status: 'suspended' }, { role: 'coordinator' }]) {
        const mover = await server.addUser(id, 'recruiter')
        const leave = () => server.db.updateTable('users').set(change).where('id', '=', mover.id).execute()
        expect(await ask(mover, leave)).toEqual({ submittedBy: owner.id, notified: [owner.id] })
      }
      await own(null)
    })

    it('asks no owner of the workspace who is suspended, and counts nobody such as having submitted it', async () => {
      const { workspaceId: id } = admin
      const [owner, mover] = [await server.addUser(id, 'owner'), await server.addUser(id, 'recruiter')]
      const leave = () =>
        server.db
          .updateTable('users')
          .set({ status: 'suspended' })
          .where('id', 'in', [owner.id, mover.id])
          .execute()
      expect(await ask(mover, leave)).toEqual({ submittedBy: admin.id, notified: [admin.id] })
    })

    it('asks the admins when nobody else is left', async () => {
      const mover = await server.addUser(admin.workspaceId, 'recruiter')
      const leave = () =>
        server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', mover.id).execute()
      expect(await ask(mover, leave)).toEqual({ submittedBy: admin.id, notified: [admin.id] })
    })
  })

  it('asks whoever submitted the application last, if nobody owns it', async () => {
    const { id: applicationId } = (
      await server.call(createApplication, {
        as: recruiter,
        body: { positionId: position.id, candidate: { name: 'Submitted Twice' }, ownerId: null },
      })
    ).body
    const [first, last] = [
      await server.addUser(workspaceId, 'recruiter'),
      await server.addUser(workspaceId, 'recruiter'),
    ]
    const { id } = (await submit(applicationId, first)).body
    await server.call(withdrawSubmission, { as: first, params: { id } })
    await submit(applicationId, last)
    const question = { as: reviewer, params: { id: applicationId }, body: { body: 'Nights?' } }
    await server.call(askAboutSubmission, question)
    const askedOf = await server.db
      .selectFrom('notifications')
      .where('application_id', '=', applicationId)
      .where('kind', '=', 'asked')
      .select('user_id')
      .execute()
    expect(askedOf).toEqual([{ user_id: last.id }])
  })

  it('tells a reply to the reviewers alone, not to a colleague who replied before', async () => {
    const applicationId = await apply('Two Replies')
    const { id } = (await submit(applicationId)).body
    const question = { as: reviewer, params: { id: applicationId }, body: { body: 'Nights?' } }
    await server.call(askAboutSubmission, question)
    const colleague = await server.addUser(workspaceId, 'recruiter')
    for (const as of [colleague, recruiter])
      await server.call(replyToClient, { as, params: { id }, body: { body: 'Yes' } })
    const answered = await server.db
      .selectFrom('notifications')
      .where('application_id', '=', applicationId)
      .where('kind', '=', 'answered')
      .select('user_id')
      .execute()
    expect(new Set(answered.map(({ user_id: user }) => user))).toEqual(new Set([reviewer.id]))
  })

  it('answers only the reviewers who asked', async () => {
    const silent = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
    const [asked, other] = [await apply('Asked Once'), await apply('Asked Elsewhere')]
    const { id } = (await submit(asked)).body
    await submit(other)
    await server.call(askAboutSubmission, { as: silent, params: { id: other }, body: { body: 'Who?' } })
    await server.call(askAboutSubmission, { as: reviewer, params: { id: asked }, body: { body: 'Who?' } })
    await server.call(replyToClient, { as: recruiter, params: { id }, body: { body: 'Her' } })
    const kinds = async (as: TestUser) =>
      (await server.call(listNotifications, { as })).body.items.map(({ kind }) => kind)
    expect(await kinds(silent)).not.toContain('answered')
    expect((await kinds(reviewer))[0]).toBe('answered')
  })

  it('takes no question about a submission that was withdrawn', async () => {
    const applicationId = await apply('Taken Back')
    const { id } = (await submit(applicationId)).body
    await server.call(withdrawSubmission, { as: recruiter, params: { id } })
    const asked = await server.call(askAboutSubmission, {
      as: reviewer,
      params: { id: applicationId },
      body: { body: 'Why?' },
    })
    expect(asked.status).toBe(409)
  })

  it('counts its own messages', async () => {
    const [one, other] = [await apply('Counted'), await apply('Counted Beside')]
    for (const id of [one, other]) await submit(id)
    for (const id of [one, one, other])
      await server.call(askAboutSubmission, { as: reviewer, params: { id }, body: { body: 'Nights?' } })
    const countOf = async (applicationId: string) =>
      (await server.call(listSubmissions, { as: recruiter, query: { applicationId } })).body.items.map(
        ({ messageCount }) => messageCount,
      )
    expect([await countOf(one), await countOf(other)]).toEqual([[2], [1]])
  })

  it('begins once with two first questions at the same time', async () => {
    const id = await apply('Asked Twice At Once')
    await server.call(moveApplications, {
      as: recruiter,
      params: { id: position.id },
      body: { applicationIds: [id], toStatusId: position.statuses.submitted },
    })
    const ask = () =>
      server.call(askAboutSubmission, { as: reviewer, params: { id }, body: { body: 'Nights?' } })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  it('begins anew with a question about somebody approved whose submission was withdrawn', async () => {
    const applicationId = await apply('Approved First')
    const { id } = (await submit(applicationId)).body
    const body = { decision: 'approve' as const }
    await server.call(decideSubmission, { as: reviewer, params: { id: applicationId }, body })
    await server.call(withdrawSubmission, { as: recruiter, params: { id } })
    const asked = await server.call(askAboutSubmission, {
      as: reviewer,
      params: { id: applicationId },
      body: { body: 'When can she start?' },
    })
    expect(asked.status).toBe(201)
    expect(asked.body.id).not.toBe(id)
    expect(asked.body.messages).toMatchObject([{ body: 'When can she start?' }])
  })

  it('takes questions only from those who decide and replies only from staff', async () => {
    const applicationId = await apply('Uma Reyes')
    const { id } = (await submit(applicationId)).body
    const body = { body: 'Hello' }
    const ask = (as: TestUser) => server.call(askAboutSubmission, { as, params: { id: applicationId }, body })
    expect((await ask(recruiter)).status).toBe(403)
    expect((await server.call(replyToClient, { as: reviewer, params: { id }, body })).status).toBe(403)
    await server.call(withdrawSubmission, { as: recruiter, params: { id } })
    expect((await server.call(replyToClient, { as: recruiter, params: { id }, body })).status).toBe(409)
    expect((await ask(reviewer)).status).toBe(409)
  })

  it('begins with a question about somebody of whom nothing was shared, and takes a summary later', async () => {
    const applicationId = await apply('Yara Stone')
    const shared = (await submit(applicationId)).body
    await server.db.deleteFrom('submissions').where('id', '=', shared.id).execute()
    const asked = await server.call(askAboutSubmission, {
      as: reviewer,
      params: { id: applicationId },
      body: { body: 'Can we have a summary?' },
    })
    expect(asked.body).toMatchObject({ summary: '', submittedBy: { id: recruiter.id } })
    const { status, body } = await submit(applicationId)
    expect(status).toBe(201)
    expect(body).toMatchObject({ id: asked.body.id, summary, messages: [{ body: 'Can we have a summary?' }] })
    expect((await submit(applicationId)).status).toBe(409)
  })
})

it('is erased with its candidate', async () => {
  const admin = await server.addUser(workspaceId, 'admin')
  const candidate = (await server.call(createCandidate, { as: admin, body: { name: 'Vera Stone' } })).body
  const body = { positionId: position.id, candidateId: candidate.id }
  const applicationId = (await server.call(createApplication, { as: admin, body })).body.id
  const { id } = (await submit(applicationId, admin)).body
  const question = { as: reviewer, params: { id: applicationId }, body: { body: 'Does Vera drive?' } }
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
