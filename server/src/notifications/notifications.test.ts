import * as contract from '@muster/contract/notifications.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

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

async function list(as: TestUser, query: object = {}) {
  return (await server.call(contract.listNotifications, { as, query })).body
}

describe('listNotifications', () => {
  it("lists one's own, newest first, with how many are unread", async () => {
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
})

describe('readNotifications', () => {
  it('marks those named, or all', async () => {
    const user = await server.addUser(workspaceId, 'recruiter')
    const [first] = await notify(user, ['one', 'two', 'three'])
    const read = (body?: object) => server.call(contract.readNotifications, { as: user, body })
    expect((await read({ ids: [first] })).status).toBe(204)
    expect((await list(user)).unread).toBe(2)
    expect((await read()).status).toBe(204)
    const { items, unread } = await list(user)
    expect(unread).toBe(0)
    expect(items.every((item) => item.readAt !== null)).toBe(true)
  })

  it('leaves those of others alone', async () => {
    const user = await server.addUser(workspaceId, 'recruiter')
    const other = await server.addUser(workspaceId, 'recruiter')
    const ids = await notify(other, ['not yours to read'])
    expect((await server.call(contract.readNotifications, { as: user, body: { ids } })).status).toBe(204)
    expect((await list(other)).unread).toBe(1)
  })
})
