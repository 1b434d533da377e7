import * as contract from '@muster/contract/activity-logs.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { listNotifications } from '@muster/contract/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let author: TestUser
let colleague: TestUser
let id: string

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  author = await server.addUser(workspaceId, 'recruiter')
  colleague = await server.addUser(workspaceId, 'recruiter')
  const { id: positionId } = await addPosition(server.db, workspaceId)
  const { body } = await server.call(createApplication, {
    as: author,
    body: { positionId, candidate: { name: 'Ana Ortiz' } },
  })
  id = body.id
})

afterAll(() => server?.stop())

async function comment(text: string, mentions: string[] = []) {
  const { body } = await server.call(contract.createComment, {
    as: author,
    params: { id },
    body: { body: text, mentions },
  })
  return { id, commentId: body.id }
}

const restored = { body: 'Look at this', mentions: [] as string[] }

describe('restoreComment', () => {
  it('restores a deleted comment with its text and notifies nobody again', async () => {
    const params = await comment('Look at this', [colleague.id])
    await server.call(contract.deleteComment, { as: author, params })
    const { status, body } = await server.call(contract.restoreComment, {
      as: author,
      params,
      body: { ...restored, mentions: [colleague.id] },
    })
    expect([status, body.body, body.deletedAt, body.mentions.map((each) => each.id)]).toEqual([
      200,
      'Look at this',
      null,
      [colleague.id],
    ])
    const { body: notes } = await server.call(listNotifications, { as: colleague })
    expect(notes.items).toHaveLength(1)
  })

  it('is limited to the author, to ten minutes and to deleted comments', async () => {
    const params = await comment('Mine')
    const standing = await server.call(contract.restoreComment, { as: author, params, body: restored })
    expect(standing.status).toBe(404)
    await server.call(contract.deleteComment, { as: author, params })
    const other = await server.call(contract.restoreComment, { as: colleague, params, body: restored })
    expect(other.status).toBe(403)
    await server.db
      .updateTable('activity_logs')
      .set({ deleted_at: sql`now() - interval '11 minutes'` })
      .where('id', '=', params.commentId)
      .execute()
    const late = await server.call(contract.restoreComment, { as: author, params, body: restored })
    expect(late.status).toBe(404)
  })
})

describe('listActivityLogs', () => {
  it('counts the entries of each kind on the first page, whatever the filter', async () => {
    await comment('One more')
    const first = await server.call(contract.listActivityLogs, {
      as: author,
      params: { id },
      query: { kind: 'comment', limit: 1 },
    })
    expect(first.body.counts).toEqual({ created: 1, comment: first.body.total.value })
    const next = await server.call(contract.listActivityLogs, {
      as: author,
      params: { id },
      query: { kind: 'comment', limit: 1, cursor: first.body.nextCursor! },
    })
    expect(next.body.counts).toEqual({})
  })
})
