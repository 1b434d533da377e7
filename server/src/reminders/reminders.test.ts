import { bulkApplications } from '@muster/contract/application-selection.ts'
import {
  closeApplication,
  createApplication,
  deleteApplication,
  getApplication,
  updateApplication,
} from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import {
  listNotificationChoices,
  listNotifications,
  setNotificationChoice,
} from '@muster/contract/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { findDue } from './claim-reminders.ts'
import { sendReminders } from './send-reminders.ts'

let server: TestServer
let workspaceId: string
let head: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  head = await server.addUser(workspaceId, 'admin')
  position = await addPosition(server.db, workspaceId, { slaDays: 2 })
  await setTimezone(workspaceId, 'UTC')
})

afterAll(() => server?.stop())

function setTimezone(id: string, timezone: string) {
  return server.db.updateTable('workspaces').set({ timezone }).where('id', '=', id).execute()
}

/** Noon UTC, within the hours in which reminders are emailed. */
const noon = (day: number) => `2031-03-${String(day).padStart(2, '0')}T12:00:00.000Z`
const minutesLater = (at: string, minutes: number) =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString()

/** Adds an application. It has no due date unless one is given. */
async function own(owner: TestUser | null, more: { callbackAt?: string; dueAt?: string } = {}) {
  const { body } = await server.call(createApplication, {
    as: head,
    body: {
      positionId: position.id,
      candidate: { name: `Person ${newId().slice(-6)}` },
      ownerId: owner?.id ?? null,
    },
  })
  await server.db
    .updateTable('applications')
    .set({ callback_at: more.callbackAt ?? null, due_at: more.dueAt ?? null })
    .where('id', '=', body.id)
    .execute()
  return body.id
}

async function ownElsewhere(callbackAt: string) {
  const elsewhere = await server.addWorkspace()
  const user = await server.addUser(elsewhere.workspaceId, 'recruiter')
  const { id: positionId } = await addPosition(server.db, elsewhere.workspaceId)
  const { body } = await server.call(createApplication, {
    as: user,
    body: { positionId, candidate: { name: 'Elsewhere' }, ownerId: user.id },
  })
  await server.db
    .updateTable('applications')
    .set({ callback_at: callbackAt })
    .where('id', '=', body.id)
    .execute()
  return { user, workspaceId: elsewhere.workspaceId, applicationId: body.id }
}

const change = (id: string, body: object) =>
  server.call(updateApplication, { as: head, params: { id }, body })

const remind = (now: string) => sendReminders(server.services, now)

async function notified(as: TestUser) {
  const { items } = (await server.call(listNotifications, { as, query: { limit: 200 } })).body
  return items
    .filter(({ kind }) => kind === 'callback_due' || kind === 'overdue')
    .map(({ kind, applicationId }) => [kind, applicationId])
}

const mailsTo = (user: TestUser) =>
  server.db
    .selectFrom('mails')
    .where('recipient', '=', user.email)
    .orderBy('created_at')
    .orderBy('id')
    .select(['subject', 'body'])
    .execute()

async function recruiter(mail = false) {
  const user = await server.addUser(workspaceId, 'recruiter')
  for (const kind of mail ? (['callback_due', 'overdue'] as const) : [])
    await server.call(setNotificationChoice, { as: user, params: { kind }, body: { inApp: true, mail } })
  return user
}

describe('a callback that falls due', () => {
  it('reminds the owner once, at its time and not before', async () => {
    const owner = await recruiter()
    const id = await own(owner, { callbackAt: noon(1) })
    await remind(minutesLater(noon(1), -1))
    expect(await notified(owner)).toEqual([])
    await remind(noon(1))
    await remind(noon(1))
    await remind(minutesLater(noon(1), 600))
    expect(await notified(owner)).toEqual([['callback_due', id]])
    const { body } = await server.call(listNotifications, { as: owner })
    expect(body.items[0]?.text).toMatch(/^Person .+ · Position .+ · Mar 1, 2031, 12:00\sPM$/)
  })

  it('reminds once when several workers run concurrently', async () => {
    const owners = await Promise.all([recruiter(true), recruiter(true), recruiter(true)])
    const ids = await Promise.all(owners.map((owner) => own(owner, { callbackAt: noon(2), dueAt: noon(2) })))
    await Promise.all(Array.from({ length: 4 }, () => remind(noon(2))))
    await remind(minutesLater(noon(2), 1))
    for (const [index, owner] of owners.entries()) {
      expect((await notified(owner)).toSorted()).toEqual([
        ['callback_due', ids[index]],
        ['overdue', ids[index]],
      ])
      expect(await mailsTo(owner)).toHaveLength(1)
    }
  })

  it('reminds only at the new time once changed, and not once cancelled', async () => {
    const owner = await recruiter()
    const [moved, cancelled, again] = [
      await own(owner, { callbackAt: noon(3) }),
      await own(owner, { callbackAt: noon(3) }),
      await own(owner, { callbackAt: noon(3) }),
    ]
    await change(moved, { callbackAt: noon(4) })
    await change(cancelled, { callbackAt: null })
    await remind(noon(3))
    expect(await notified(owner)).toEqual([['callback_due', again]])
    await change(again, { callbackAt: minutesLater(noon(4), 5) })
    await remind(noon(4))
    await remind(minutesLater(noon(4), 5))
    expect(await notified(owner)).toEqual([
      ['callback_due', again],
      ['callback_due', moved],
      ['callback_due', again],
    ])
  })

  it('reminds the owner at that time, and nobody about unassigned, closed, deleted or do-not-call applications', async () => {
    const [before, after] = [await recruiter(), await recruiter()]
    const make = () => own(before, { callbackAt: noon(5) })
    const [reassigned, taken, closed, deleted, silent] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ]
    await change(reassigned, { ownerId: after.id })
    await change(taken, { ownerId: null })
    await server.call(closeApplication, { as: head, params: { id: closed }, body: { disposition: 'spam' } })
    await change(closed, { callbackAt: noon(5) })
    await server.call(deleteApplication, { as: head, params: { id: deleted } })
    const { candidate } = (await server.call(getApplication, { as: head, params: { id: silent } })).body
    await server.call(updateCandidate, { as: head, params: { id: candidate.id }, body: { doNotCall: true } })
    await remind(noon(5))
    expect(await notified(before)).toEqual([])
    expect(await notified(after)).toEqual([['callback_due', reassigned]])
    await server.call(bulkApplications, {
      as: head,
      body: { applicationIds: [reassigned], action: { kind: 'assign', ownerId: before.id } },
    })
    await remind(minutesLater(noon(5), 1))
    expect(await notified(before)).toEqual([])
  })

  it('set by a logged call reminds too', async () => {
    const owner = await recruiter()
    const id = await own(owner)
    await server.call(logCall, {
      as: owner,
      body: { applicationId: id, outcome: 'callback', callbackAt: noon(6) },
    })
    await server.db.updateTable('applications').set({ due_at: null }).where('id', '=', id).execute()
    await remind(noon(6))
    expect(await notified(owner)).toEqual([['callback_due', id]])
  })

  it('is no longer reminded of three days later', async () => {
    const owner = await recruiter()
    await own(owner, { callbackAt: noon(7) })
    await remind(minutesLater(noon(10), 1))
    expect(await notified(owner)).toEqual([])
  })
})

describe('an application that becomes overdue', () => {
  it('reminds its owner once for each due date', async () => {
    const owner = await recruiter()
    const id = await own(owner, { dueAt: noon(11) })
    await remind(minutesLater(noon(11), -1))
    expect(await notified(owner)).toEqual([])
    await remind(noon(11))
    await remind(minutesLater(noon(11), 60))
    expect(await notified(owner)).toEqual([['overdue', id]])
    await server.call(moveApplications, {
      as: head,
      params: { id: position.id },
      body: { applicationIds: [id], toStatusId: position.statuses.contacted },
    })
    await remind(minutesLater(noon(11), 120))
    expect(await notified(owner)).toHaveLength(1)
    await server.db
      .updateTable('applications')
      .set({ due_at: noon(12) })
      .where('id', '=', id)
      .execute()
    await remind(noon(12))
    expect(await notified(owner)).toHaveLength(2)
  })

  it('is named with the number of others when many do at once', async () => {
    const owner = await recruiter()
    for (let index = 0; index < 6; index += 1) await own(owner, { dueAt: noon(13) })
    await remind(noon(13))
    expect(await notified(owner)).toEqual([['overdue', null]])
    const { body } = await server.call(listNotifications, { as: owner })
    expect(body.items[0]?.text).toMatch(/^Person .+ and 5 more$/)
  })

  it('is named by itself when up to five do at once', async () => {
    const owner = await recruiter()
    for (let index = 0; index < 5; index += 1) await own(owner, { dueAt: noon(24) })
    await remind(noon(24))
    expect(await notified(owner)).toHaveLength(5)
  })
})

describe('a reminder', () => {
  it('reaches nobody who is suspended, no longer sees the application, or whose workspace is suspended', async () => {
    const set = (user: TestUser, values: object) =>
      server.db.updateTable('users').set(values).where('id', '=', user.id).execute()
    const [suspended, manager, client, lacking, coordinator] = [
      await recruiter(),
      await recruiter(),
      await recruiter(),
      await recruiter(),
      await server.addUser(workspaceId, 'coordinator'),
    ]
    const ids = []
    for (const user of [suspended, manager, client, lacking, coordinator])
      ids.push(await own(user, { callbackAt: noon(14), dueAt: noon(14) }))
    await set(suspended, { status: 'suspended' })
    await set(manager, { role: 'hiring_manager' })
    await set(client, { role: 'client_reviewer', company_id: position.companyId })
    await set(lacking, { revoked_permissions: ['applications:comment'] })
    const { user: theirs, workspaceId: elsewhere } = await ownElsewhere(noon(14))
    await server.db
      .updateTable('workspaces')
      .set({ suspended_at: noon(1) })
      .where('id', '=', elsewhere)
      .execute()
    await remind(noon(14))
    const rows = await server.db
      .selectFrom('notifications')
      .where(
        'user_id',
        'in',
        [suspended, manager, client, lacking, coordinator, theirs].map(({ id }) => id),
      )
      .where('kind', 'in', ['callback_due', 'overdue'])
      .select(['user_id', 'application_id'])
      .execute()
    expect(rows.map((row) => [row.user_id, row.application_id])).toEqual([
      [coordinator.id, ids[4]],
      [coordinator.id, ids[4]],
    ])
  })

  it('goes only to the owner in its own workspace', async () => {
    const { user: theirs, applicationId } = await ownElsewhere(noon(15))
    const ours = await recruiter()
    const id = await own(ours, { callbackAt: noon(15) })
    await remind(noon(15))
    expect(await notified(theirs)).toEqual([['callback_due', applicationId]])
    expect(await notified(ours)).toEqual([['callback_due', id]])
  })

  it('always appears in Muster, and is emailed to those who chose it', async () => {
    const [silent, mailed] = [await recruiter(), await recruiter(true)]
    for (const mail of [false, true]) {
      const off = await server.call(setNotificationChoice, {
        as: silent,
        params: { kind: 'callback_due' },
        body: { inApp: false, mail },
      })
      expect([off.status, Object.keys(off.body.details ?? {})]).toEqual([422, ['inApp']])
    }
    const client = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
    const offered = await server.call(listNotificationChoices, { as: client })
    expect(offered.body.items.map(({ kind }) => kind)).not.toContain('callback_due')
    for (const user of [silent, mailed]) await own(user, { callbackAt: noon(16) })
    const id = await own(mailed, { dueAt: noon(16) })
    await remind(noon(16))
    expect(await mailsTo(silent)).toEqual([])
    const [mail, ...more] = await mailsTo(mailed)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('A callback is due. An application is overdue.')
    expect(mail?.body).not.toMatch(/Person/)
    expect(mail?.body).toContain('/applications?ownerId=me')
    expect(mail?.body).not.toMatch(/callbackDue|late/)
    expect(id).toBeTruthy()
  })

  it('is emailed with the others of its hour, and links to a single application', async () => {
    const owner = await recruiter(true)
    const first = await own(owner, { callbackAt: noon(17) })
    await remind(noon(17))
    expect((await mailsTo(owner))[0]?.body).toContain(`/applications/${first}`)
    await own(owner, { callbackAt: minutesLater(noon(17), 10) })
    const gone = await own(owner, { callbackAt: minutesLater(noon(17), 20) })
    await remind(minutesLater(noon(17), 10))
    await remind(minutesLater(noon(17), 20))
    await change(gone, { callbackAt: null })
    await remind(minutesLater(noon(17), 59))
    expect(await mailsTo(owner)).toHaveLength(1)
    await remind(minutesLater(noon(17), 60))
    await remind(minutesLater(noon(17), 180))
    expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
      'A callback is due.',
      '2 callbacks are due.',
    ])
  })

  it("is emailed during the day in the workspace's time zone, and shown in the app at once", async () => {
    const owner = await recruiter(true)
    // 5:00 in New York.
    const early = '2031-03-18T09:00:00.000Z'
    await setTimezone(workspaceId, 'America/New_York')
    try {
      await own(owner, { callbackAt: early })
      await remind(early)
      expect(await notified(owner)).toHaveLength(1)
      await remind('2031-03-18T11:59:00.000Z')
      expect(await mailsTo(owner)).toEqual([])
      await remind('2031-03-18T12:00:00.000Z')
      expect(await mailsTo(owner)).toHaveLength(1)
    } finally {
      await setTimezone(workspaceId, 'UTC')
    }
  })

  it('is not emailed if the work was done by then', async () => {
    const owner = await recruiter(true)
    const id = await own(owner, { callbackAt: '2031-03-19T02:00:00.000Z' })
    await remind('2031-03-19T02:00:00.000Z')
    await change(id, { callbackAt: null })
    await remind('2031-03-19T09:00:00.000Z')
    expect(await mailsTo(owner)).toEqual([])
  })

  it('is not emailed about somebody who asked meanwhile not to be called, or once the workspace is suspended', async () => {
    const owner = await recruiter(true)
    const night = '2031-03-20T02:00:00.000Z'
    const id = await own(owner, { callbackAt: night })
    const { user: theirs, workspaceId: elsewhere } = await ownElsewhere(night)
    await server.call(setNotificationChoice, {
      as: theirs,
      params: { kind: 'callback_due' },
      body: { inApp: true, mail: true },
    })
    await remind(night)
    const { candidate } = (await server.call(getApplication, { as: head, params: { id } })).body
    await server.call(updateCandidate, { as: head, params: { id: candidate.id }, body: { doNotCall: true } })
    await server.db
      .updateTable('workspaces')
      .set({ suspended_at: night })
      .where('id', '=', elsewhere)
      .execute()
    await remind('2031-03-20T09:00:00.000Z')
    expect([await mailsTo(owner), await mailsTo(theirs)]).toEqual([[], []])
  })

  it('that an application is overdue also comes for somebody who must not be called', async () => {
    const owner = await recruiter()
    const id = await own(owner, { dueAt: noon(21) })
    const { candidate } = (await server.call(getApplication, { as: head, params: { id } })).body
    await server.call(updateCandidate, { as: head, params: { id: candidate.id }, body: { doNotCall: true } })
    await remind(noon(21))
    expect(await notified(owner)).toEqual([['overdue', id]])
  })

  it.each([
    ['callbacks', 'callbackAt', '&callbackDue=true'],
    ['overdue applications', 'dueAt', '&late=true'],
  ] as const)('of several %s links to the list of them alone', async (_, column, narrowed) => {
    const owner = await recruiter(true)
    for (let each = 0; each < 2; each += 1) await own(owner, { [column]: noon(22) })
    await remind(noon(22))
    expect((await mailsTo(owner))[0]?.body).toContain(`/applications?ownerId=me${narrowed}`)
  })

  it('is not emailed to an address that was never confirmed, which may be somebody else’s', async () => {
    const owner = await recruiter(true)
    const email = `unconfirmed.${newId()}@example.com`
    await own(owner, { callbackAt: noon(23) })
    await server.db.updateTable('users').set({ email }).where('id', '=', owner.id).execute()
    await remind(noon(23))
    expect(await mailsTo({ ...owner, email })).toEqual([])
    expect(await notified(owner)).toHaveLength(1)
  })

  it('is found by its index among many applications, and claimed once over many batches', async () => {
    const owner = await recruiter()
    const id = await own(owner)
    await sql`
      insert into candidates (workspace_id, id, name)
      select ${workspaceId}, gen_random_uuid(), 'Crowd ' || n from generate_series(1, 20000) as n
    `.execute(server.db)
    await sql`
      insert into applications (workspace_id, id, candidate_id, position_id, status_id, status_type, rank, candidate_name,
        candidate_search, owner_id, due_at, callback_at)
      select ${workspaceId}, gen_random_uuid(), c.id, ${position.id}, ${position.statuses.qualified}, 'qualified',
        'b' || lpad(row_number() over (order by c.id)::text, 6, '0') || 'V', c.name, c.name, ${owner.id},
        case when row_number() over (order by c.id) <= 1200 then ${noon(20)}::timestamptz else '2035-01-01' end,
        '2035-01-01'
      from candidates c where c.workspace_id = ${workspaceId} and c.name like 'Crowd %'
    `.execute(server.db)
    expect(id).toBeTruthy()
    const asOwner = connect(server.ownerConnectionString, 1)
    await sql`analyze applications`.execute(asOwner)
    await asOwner.destroy()
    for (const [kind, index] of [
      ['callback_due', 'applications_callback_reminders'],
      ['overdue', 'applications_due_reminders'],
    ] as const) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${findDue(kind, noon(20))}`.execute(
        server.db,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
    await Promise.all([remind(noon(20)), remind(noon(20))])
    await remind(minutesLater(noon(20), 1))
    const { reminded } = await server.db
      .selectFrom('applications')
      .where('owner_id', '=', owner.id)
      .where('reminded_due_at', 'is not', null)
      .select(sql<number>`count(*)::int`.as('reminded'))
      .executeTakeFirstOrThrow()
    expect(reminded).toBe(1200)
  })
})
