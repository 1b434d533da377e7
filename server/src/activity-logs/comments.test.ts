import * as contract from '@muster/contract/activity-logs.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { listNotifications, setNotificationChoice } from '@muster/contract/notifications.ts'
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

describe('a comment', () => {
  const create = (mentions: string[], as = author) =>
    server.call(contract.createComment, { as, params: { id }, body: { body: 'Look', mentions } })

  it('mentions nobody who is suspended, of another workspace, or does not see the application', async () => {
    const suspended = await server.addUser(author.workspaceId, 'recruiter')
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    const blind = await server.addUser(author.workspaceId, 'coordinator')
    for (const user of [suspended, stranger, blind]) {
      const { status, body } = await create([colleague.id, user.id])
      expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['mentions']])
    }
  })

  it('that is edited notifies only those whom it mentions anew', async () => {
    const other = await server.addUser(author.workspaceId, 'recruiter')
    const params = await comment('First', [colleague.id])
    const told = async (as: TestUser) =>
      (await server.call(listNotifications, { as })).body.items.filter(({ entryId }) => entryId).length
    const before = await told(colleague)
    await server.call(contract.updateComment, {
      as: author,
      params,
      body: { body: 'Second', mentions: [colleague.id, other.id] },
    })
    expect([(await told(colleague)) - before, await told(other)]).toEqual([0, 1])
  })

  it('that mentions its author notifies nobody', async () => {
    const me = await server.addUser(author.workspaceId, 'recruiter')
    expect((await create([me.id], me)).status).toBe(201)
    expect((await server.call(listNotifications, { as: me })).body.items).toEqual([])
  })

  it('notifies those whom it mentions of its start, with the way to its application', async () => {
    const me = await server.addUser(author.workspaceId, 'recruiter', { name: 'Tom Told' })
    await server.call(setNotificationChoice, {
      as: me,
      params: { kind: 'mention' },
      body: { inApp: true, mail: true },
    })
    const text = `${'long '.repeat(39)}words that are too many`
    await comment(text, [me.id])
    const { body } = await server.call(listNotifications, { as: me })
    const [note] = body.items
    expect(note?.text.endsWith(`: ${text.slice(0, 200)}`)).toBe(true)
    expect(note?.applicationId).toBe(id)
    const mail = await server.db
      .selectFrom('mails')
      .where('user_id', '=', me.id)
      .select('body')
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain(`/applications/${id}`)
    expect(mail.body).not.toContain('long long')
  })

  it('offers no change to an author who may not comment any more', async () => {
    const me = await server.addUser(author.workspaceId, 'recruiter')
    const written = await create([], me)
    const canOf = async () => {
      const as = await server.signIn(me)
      const { body } = await server.call(contract.listActivityLogs, { as, params: { id } })
      return body.items.find((log) => log.id === written.body.id)?.can
    }
    expect(await canOf()).toEqual({ edit: true, delete: true })
    await server.db.updateTable('users').set({ role: 'viewer' }).where('id', '=', me.id).execute()
    expect(await canOf()).toEqual({ edit: false, delete: false })
  })

  it('can be changed and deleted by its author only', async () => {
    const params = await comment('Mine')
    const change = { as: colleague, params, body: { body: 'Theirs' } }
    expect((await server.call(contract.updateComment, change)).status).toBe(403)
    expect((await server.call(contract.deleteComment, { as: colleague, params })).status).toBe(403)
    const { body } = await server.call(contract.listActivityLogs, { as: colleague, params: { id } })
    const entry = body.items.find((log) => log.id === params.commentId)
    expect([entry?.body, entry?.can]).toEqual(['Mine', { edit: false, delete: false }])
  })

  it('that is deleted mentions nobody any more', async () => {
    const params = await comment('Look at this', [colleague.id])
    await server.call(contract.deleteComment, { as: author, params })
    const { body } = await server.call(contract.listActivityLogs, { as: colleague, params: { id } })
    expect(body.items.find((log) => log.id === params.commentId)).toMatchObject({ body: null, mentions: [] })
  })

  it('is neither another entry of the history, nor one of another application', async () => {
    const { positionId } = await server.db
      .selectFrom('applications')
      .where('id', '=', id)
      .select('position_id as positionId')
      .executeTakeFirstOrThrow()
    const { body: other } = await server.call(createApplication, {
      as: author,
      body: { positionId, candidate: { name: 'Bo Lind' } },
    })
    const { commentId } = await comment('Of Ana')
    const created = await server.call(contract.listActivityLogs, {
      as: author,
      params: { id },
      query: { kind: 'created' },
    })
    for (const params of [
      { id: other.id, commentId },
      { id, commentId: created.body.items[0]!.id },
    ]) {
      const answer = await server.call(contract.updateComment, {
        as: author,
        params,
        body: { body: 'Changed' },
      })
      expect(answer.status).toBe(404)
      expect((await server.call(contract.deleteComment, { as: author, params })).status).toBe(404)
    }
  })

  it('that is edited says so, and keeps its mentions unless they are given', async () => {
    const params = await comment('First', [colleague.id])
    const { body } = await server.call(contract.updateComment, {
      as: author,
      params,
      body: { body: 'Second' },
    })
    expect([typeof body.editedAt, body.mentions.map((each) => each.id)]).toEqual(['string', [colleague.id]])
  })

  it('that is written, edited, deleted or restored appears for colleagues at once', async () => {
    const events = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from live_events
        where to_jsonb(live_events)::text like '%activity-logged%'`.execute(server.db)
      return rows[0]!.n
    }
    const before = await events()
    const params = await comment('Live')
    const counts = [await events()]
    await server.call(contract.updateComment, { as: author, params, body: { body: 'Second' } })
    counts.push(await events())
    await server.call(contract.deleteComment, { as: author, params })
    counts.push(await events())
    await server.call(contract.restoreComment, { as: author, params, body: restored })
    counts.push(await events())
    expect(counts.map((count) => count - before)).toEqual([1, 2, 3, 4])
  })

  it('that is deleted leaves no text in the database', async () => {
    const params = await comment('A secret')
    await server.call(contract.deleteComment, { as: author, params })
    const row = await server.db
      .selectFrom('activity_logs')
      .where('id', '=', params.commentId)
      .select('body')
      .executeTakeFirstOrThrow()
    expect(row.body).toBeNull()
  })

  it('that is restored mentions nobody who does not see the application', async () => {
    const blind = await server.addUser(author.workspaceId, 'coordinator')
    const params = await comment('Look at this')
    await server.call(contract.deleteComment, { as: author, params })
    const { status } = await server.call(contract.restoreComment, {
      as: author,
      params,
      body: { ...restored, mentions: [blind.id] },
    })
    expect(status).toBe(422)
  })

  it('is neither written nor changed by somebody who does not see the application', async () => {
    const blind = await server.addUser(author.workspaceId, 'coordinator')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    const params = await comment('Mine')
    await server.db
      .updateTable('activity_logs')
      .set({ user_id: blind.id })
      .where('id', '=', params.commentId)
      .execute()
    for (const as of [blind, stranger]) {
      const body = { body: 'Theirs' }
      const answers = [
        await server.call(contract.createComment, { as, params: { id }, body }),
        await server.call(contract.updateComment, { as, params, body }),
        await server.call(contract.deleteComment, { as, params }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
  })

  it('is activity on its application', async () => {
    await server.db
      .updateTable('applications')
      .set({ last_activity_at: '2026-01-01' })
      .where('id', '=', id)
      .execute()
    await comment('Active')
    const row = await server.db
      .selectFrom('applications')
      .where('id', '=', id)
      .select('last_activity_at')
      .executeTakeFirstOrThrow()
    expect(Date.parse(row.last_activity_at)).toBeGreaterThan(Date.parse('2026-01-02'))
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
