import { createComment } from '@muster/contract/activity-logs.ts'
import { bulkApplications } from '@muster/contract/application-selection.ts'
import { createApplication, updateApplication } from '@muster/contract/applications.ts'
import { createCompany } from '@muster/contract/companies.ts'
import * as contract from '@muster/contract/notifications.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { notify as notifyAsChosen } from './notify.ts'

let server: TestServer
let workspaceId: string

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
})

afterAll(() => server?.stop())

async function notify(user: TestUser, texts: string[]) {
  const rows = texts.map((text) => ({
    workspace_id: workspaceId,
    id: newId(),
    user_id: user.id,
    kind: 'mention',
    text,
  }))
  await server.db.insertInto('notifications').values(rows).execute()
  return rows.map((row) => row.id)
}

let positionId: string | undefined

async function addApplication(as: TestUser, name: string): Promise<string> {
  if (!positionId) {
    const companyId = (await server.call(createCompany, { as, body: { name: 'Lantern Works' } })).body.id
    positionId = (await server.call(createPosition, { as, body: { name: 'Lamp lighter', companyId } })).body
      .id
  }
  const { body } = await server.call(createApplication, { as, body: { positionId, candidate: { name } } })
  return body.id
}

async function list(as: TestUser, query: object = {}) {
  return (await server.call(contract.listNotifications, { as, query })).body
}

describe('listNotifications', () => {
  it("lists the user's own, newest first, with the number of unread ones", async () => {
    const user = await server.addUser(workspaceId, 'coordinator')
    const other = await server.addUser(workspaceId, 'coordinator')
    await notify(user, ['first', 'second', 'third'])
    await notify(other, ['not yours'])
    const { items, nextCursor, unread } = await list(user, { limit: 2 })
    expect(items.map((item) => item.text)).toEqual(['third', 'second'])
    expect(unread).toBe(3)
    const rest = await list(user, { limit: 2, cursor: nextCursor })
    expect(rest.items.map((item) => item.text)).toEqual(['first'])
    expect(rest.nextCursor).toBeNull()
  })

  it('lists those of the kinds asked for', async () => {
    const user = await server.addUser(workspaceId, 'coordinator')
    await notify(user, ['first'])
    const { kind } = (await list(user)).items[0]!
    expect((await list(user, { kind })).total.value).toBe(1)
    expect((await list(user, { kind: 'impersonated' })).items).toEqual([])
    expect((await list(user, { kind: '' })).total.value).toBe(1)
  })

  it('searches their text, and still counts every unread one', async () => {
    const user = await server.addUser(workspaceId, 'coordinator')
    await notify(user, ['Milo called', 'Lena called'])
    const { items, unread } = await list(user, { q: 'milo' })
    expect([items.map(({ text }) => text), unread]).toEqual([['Milo called'], 2])
    expect((await list(user, { kind: 'impersonated' })).unread).toBe(2)
  })

  it('hides those of an application that the user no longer sees', async () => {
    const head = await server.addUser(workspaceId, 'admin')
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    const id = await addApplication(head, 'Lena Lantern')
    const assign = (ownerId: string | null) =>
      server.call(updateApplication, { as: head, params: { id }, body: { ownerId } })
    await assign(coordinator.id)
    expect((await list(coordinator)).unread).toBe(1)
    await assign(null)
    const { items, unread } = await list(coordinator)
    expect([items, unread]).toEqual([[], 0])
  })
})

describe('readNotifications', () => {
  it('marks the named ones, or all', async () => {
    const user = await server.addUser(workspaceId, 'recruiter')
    const [first] = await notify(user, ['one', 'two', 'three'])
    const read = (body?: object) => server.call(contract.readNotifications, { as: user, body })
    expect((await read({ ids: [first] })).body).toEqual({ ids: [first] })
    expect((await list(user)).unread).toBe(2)
    expect((await list(user, { unread: 'true' })).items.map((item) => item.text)).toEqual(['three', 'two'])
    expect((await read()).body.ids).toHaveLength(2)
    const { items, unread } = await list(user)
    expect(unread).toBe(0)
    expect(items.every((item) => item.readAt !== null)).toBe(true)
  })

  it('undoes exactly what it changed', async () => {
    const user = await server.addUser(workspaceId, 'recruiter')
    const [first] = await notify(user, ['one', 'two', 'three'])
    const mark = (body?: object) => server.call(contract.readNotifications, { as: user, body })
    await mark({ ids: [first] })
    const { ids } = (await mark()).body
    expect((await mark({ ids, read: false })).body.ids).toHaveLength(2)
    const { items } = await list(user)
    expect(items.filter((item) => item.readAt !== null).map((item) => item.id)).toEqual([first])
  })

  it("leaves other users' notifications alone", async () => {
    const user = await server.addUser(workspaceId, 'recruiter')
    const other = await server.addUser(workspaceId, 'recruiter')
    const ids = await notify(other, ['not yours to read'])
    const { body } = await server.call(contract.readNotifications, { as: user, body: { ids } })
    expect(body.ids).toEqual([])
    expect((await list(other)).unread).toBe(1)
  })
})

describe('a notification', () => {
  it('links a mention to its comment', async () => {
    const author = await server.addUser(workspaceId, 'admin', { name: 'Ada Author' })
    const mentioned = await server.addUser(workspaceId, 'recruiter')
    const application = await addApplication(author, 'Lena Lantern')
    const comment = await server.call(createComment, {
      as: author,
      params: { id: application },
      body: { body: 'Please call', mentions: [mentioned.id] },
    })
    const { items } = await list(mentioned)
    expect(items).toMatchObject([
      {
        kind: 'mention',
        text: 'Ada Author: Please call',
        applicationId: application,
        entryId: comment.body.id,
      },
    ])
  })

  it('reports assignments by others, once for many, and none by oneself', async () => {
    const head = await server.addUser(workspaceId, 'admin', { name: 'Ada Author' })
    const owner = await server.addUser(workspaceId, 'recruiter')
    const ids = [await addApplication(head, 'Lena Lantern'), await addApplication(head, 'Milo Match')]
    const assign = (as: TestUser, applicationIds: string[]) =>
      server.call(bulkApplications, {
        as,
        body: { applicationIds, action: { kind: 'assign', ownerId: owner.id } },
      })
    await assign(head, ids.slice(0, 1))
    await assign(head, ids)
    await server.call(updateApplication, { as: head, params: { id: ids[0]! }, body: { ownerId: null } })
    await assign(owner, ids)
    await server.call(updateApplication, { as: head, params: { id: ids[1]! }, body: { ownerId: null } })
    await server.call(updateApplication, { as: head, params: { id: ids[1]! }, body: { ownerId: owner.id } })
    const { items } = await list(owner)
    expect(items.map(({ kind, applicationId }) => [kind, applicationId])).toEqual([
      ['assigned', ids[1]],
      ['assigned', ids[1]],
      ['assigned', ids[0]],
    ])
    expect(items.at(-1)?.text).toBe('Ada Author: Lena Lantern · Lamp lighter')
  })

  it('names the first and the number of the others', async () => {
    const head = await server.addUser(workspaceId, 'admin', { name: 'Ada Author' })
    const owner = await server.addUser(workspaceId, 'recruiter')
    const applicationIds = [
      await addApplication(head, 'Lena Lantern'),
      await addApplication(head, 'Milo Match'),
      await addApplication(head, 'Wick Wax'),
    ]
    await server.call(bulkApplications, {
      as: head,
      body: { applicationIds, action: { kind: 'assign', ownerId: owner.id } },
    })
    const { items } = await list(owner)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ kind: 'assigned', applicationId: null })
    expect(items[0]?.text).toMatch(/^Ada Author: .+ and 2 more$/)
  })
})

describe('notification choices', () => {
  const choices = async (as: TestUser) =>
    (await server.call(contract.listNotificationChoices, { as })).body.items
  const choose = (as: TestUser, kind: contract.ChosenNotification, body: { inApp: boolean; mail: boolean }) =>
    server.call(contract.setNotificationChoice, { as, params: { kind }, body })
  const mailsTo = (user: TestUser) =>
    server.db.selectFrom('mails').where('recipient', '=', user.email).select(['subject', 'body']).execute()

  it("default to in the app and not by email, for the kinds the user's permissions allow", async () => {
    const admin = await choices(await server.addUser(workspaceId, 'admin'))
    expect(admin.map(({ kind }) => kind)).toEqual([...contract.chosenNotifications])
    expect(admin.every(({ inApp, mail }) => inApp && !mail)).toBe(true)
    const reviewer = await choices(await server.addUser(workspaceId, 'viewer'))
    expect(reviewer.map(({ kind }) => kind)).toEqual(['mention'])
  })

  it('apply from the next event; the email links to the page and names no candidate', async () => {
    const head = await server.addUser(workspaceId, 'admin', { name: 'Ada Author' })
    const owner = await server.addUser(workspaceId, 'recruiter')
    const application = await addApplication(head, 'Lena Lantern')
    const mention = (body: string) =>
      server.call(createComment, {
        as: head,
        params: { id: application },
        body: { body, mentions: [owner.id] },
      })
    const assign = (ownerId: string | null) =>
      server.call(updateApplication, { as: head, params: { id: application }, body: { ownerId } })
    await choose(owner, 'mention', { inApp: false, mail: true })
    await choose(owner, 'assigned', { inApp: true, mail: true })
    expect(await choices(owner)).toMatchObject([
      { kind: 'mention', inApp: false, mail: true },
      { kind: 'assigned', inApp: true, mail: true },
      { kind: 'decided', inApp: true, mail: false },
      { kind: 'asked', inApp: true, mail: false },
      { kind: 'callback_due', inApp: true, mail: false },
      { kind: 'overdue', inApp: true, mail: false },
      { kind: 'import_finished', inApp: true, mail: false },
    ])
    await mention('Lena asks about nights')
    await assign(owner.id)
    expect((await list(owner)).items.map(({ kind }) => kind)).toEqual(['assigned'])
    const mails = await mailsTo(owner)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Ada Author assigned an application to you.',
      'Ada Author mentioned you in a comment.',
    ])
    for (const { subject, body } of mails) {
      expect(subject + body).not.toMatch(/Lena|nights|Lantern|Lamp/)
      expect(body).toContain(`/applications/${application}`)
      expect(body).toContain('/settings/notifications')
    }

    await choose(owner, 'mention', { inApp: true, mail: false })
    await choose(owner, 'assigned', { inApp: false, mail: false })
    await mention('Lena asks again')
    await assign(null)
    await assign(owner.id)
    expect((await list(owner)).items.map(({ kind }) => kind)).toEqual(['mention', 'assigned'])
    expect(await mailsTo(owner)).toHaveLength(2)
  })

  it.each(contract.chosenNotifications)(
    'of %s reach nobody who is suspended or lost the permission',
    async (kind) => {
      const [told, suspended, revoked] = [
        await server.addUser(workspaceId, 'admin'),
        await server.addUser(workspaceId, 'admin'),
        await server.addUser(workspaceId, 'admin'),
      ]
      const users = [told, suspended, revoked]
      for (const user of users) await choose(user, kind, { inApp: true, mail: true })
      const change = (user: TestUser, values: object) =>
        server.db.updateTable('users').set(values).where('id', '=', user.id).execute()
      await change(suspended, { status: 'suspended' })
      await change(revoked, { revoked_permissions: [contract.notificationNeeds[kind]] })
      await server.db.transaction().execute((tx) =>
        notifyAsChosen(tx, server.services, kind, {
          workspaceId,
          userIds: users.map(({ id }) => id),
          actorId: null,
          text: () => 'Something happened',
          headline: () => 'Something happened',
          path: '/',
        }),
      )
      const shown = await server.db.selectFrom('notifications').where('kind', '=', kind).selectAll().execute()
      const shownTo = (user: TestUser) => shown.filter((row) => row.user_id === user.id).length
      expect(users.map(shownTo)).toEqual([1, 0, 0])
      const mailed = await Promise.all(users.map(mailsTo))
      expect(mailed.map((mails) => mails.length)).toEqual([1, 0, 0])
    },
  )

  it('email nothing to an address that was never confirmed', async () => {
    const head = await server.addUser(workspaceId, 'admin')
    const owner = await server.addUser(workspaceId, 'recruiter')
    await choose(owner, 'assigned', { inApp: true, mail: true })
    const email = `unconfirmed.${newId()}@example.com`
    await server.db.updateTable('users').set({ email }).where('id', '=', owner.id).execute()
    const id = await addApplication(head, 'Lena Lantern')
    await server.call(updateApplication, { as: head, params: { id }, body: { ownerId: owner.id } })
    expect(await mailsTo({ ...owner, email })).toEqual([])
    expect((await list(owner)).items).toHaveLength(1)
  })

  it('do not exist for kinds that cannot be switched off, such as one’s own sign-in', async () => {
    const user = await server.addUser(workspaceId, 'recruiter')
    const kind = 'security' as contract.ChosenNotification
    const { status } = await choose(user, kind, { inApp: false, mail: false })
    expect(status).toBe(404)
  })
})
