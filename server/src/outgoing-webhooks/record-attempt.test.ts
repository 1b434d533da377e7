import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { recordHealth } from './pause-webhook.ts'
import type { PostResult } from './post.ts'
import { isAccepted, recordAttempt } from './record-attempt.ts'

let server: TestServer
let admin: TestUser
let id: string
let webhookId: string

const refused: PostResult = { status: 500, answer: 'no', error: null, durationMs: 5 }
const taken: PostResult = { status: 204, answer: '', error: null, durationMs: 5 }

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

beforeEach(async () => {
  webhookId = newId()
  const { workspaceId } = admin
  await server.db
    .insertInto('outgoing_webhooks')
    .values({
      workspace_id: workspaceId,
      id: webhookId,
      url: 'https://hooks.example/',
      events: ['application.created'],
      secret: 'sealed',
      created_by: admin.id,
    })
    .execute()
  const made = await server.db
    .insertInto('webhook_deliveries')
    .values({ workspace_id: workspaceId, webhook_id: webhookId, event: 'application.created' })
    .returning('id')
    .executeTakeFirstOrThrow()
  id = made.id
})

afterAll(() => server?.stop())

/** Returns the stored delivery after an attempt, with the seconds until the next. */
async function attempt(attempts: number, posted: PostResult) {
  const delivery = { workspace_id: admin.workspaceId, id, webhook_id: webhookId, attempts, payload: '{}' }
  await recordAttempt(server.db, delivery, posted)
  return server.db
    .selectFrom('webhook_deliveries')
    .where('id', '=', id)
    .select(['state', 'payload'])
    .select([
      sql<number | null>`round(extract(epoch from next_attempt_at - now()) / 5)::int * 5`.as('wait'),
      sql<boolean>`ended_at is not null`.as('ended'),
    ])
    .executeTakeFirstOrThrow()
}

const giveUp = (time: string) =>
  server.db
    .updateTable('webhook_deliveries')
    .set({ give_up_at: sql`now() + ${time}::interval` })
    .where('id', '=', id)
    .execute()

describe('an undelivered message', () => {
  it.each([
    [1, 10],
    [2, 60],
    [3, 5 * 60],
    [4, 30 * 60],
    [5, 3600],
    [6, 2 * 3600],
    [7, 4 * 3600],
    [8, 8 * 3600],
    [9, 8 * 3600],
  ])('is retried after attempt %i in %i seconds', async (attempts, seconds) => {
    await giveUp('2 days')
    expect(await attempt(attempts, refused)).toMatchObject({ state: 'pending', wait: seconds, ended: false })
  })

  it('is retried for a day and no longer', async () => {
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from give_up_at - created_at) / 3600)::int as hours
      from webhook_deliveries where id = ${id}
    `.execute(server.db)
    expect(rows).toEqual([{ hours: 24 }])
  })

  it('is retried if the next attempt is just in time', async () => {
    await giveUp('61 seconds')
    expect(await attempt(2, refused)).toMatchObject({ state: 'pending', ended: false })
  })

  it('fails if the next attempt would be too late', async () => {
    await giveUp('59 seconds')
    expect(await attempt(2, refused)).toMatchObject({ state: 'failed', wait: null, ended: true })
  })

  it('stays failed when the webhook was paused meanwhile, even if it was delivered', async () => {
    await server.db
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', next_attempt_at: null, ended_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    expect(await attempt(1, refused)).toMatchObject({ state: 'failed', wait: null })
    expect(await attempt(2, taken)).toMatchObject({ state: 'failed', wait: null })
  })
})

describe('an accepted message', () => {
  it('is marked as delivered and not sent again', async () => {
    expect(await attempt(1, taken)).toEqual({ state: 'delivered', payload: '{}', wait: null, ended: true })
  })

  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [410, false],
    [null, false],
  ])('is one with status %s: %s', (status, is) => {
    expect(isAccepted({ ...taken, status })).toBe(is)
  })
})

describe('the health of a webhook', () => {
  const record = (posted: PostResult[]) =>
    recordHealth(server.db, server.services, { workspaceId: admin.workspaceId, webhookId }, posted)

  const failed = (failures: number, since: string) =>
    server.db
      .updateTable('outgoing_webhooks')
      .set({ failures, failing_since: sql`now() - ${since}::interval` })
      .where('id', '=', webhookId)
      .execute()

  const hook = () =>
    server.db
      .selectFrom('outgoing_webhooks')
      .where('id', '=', webhookId)
      .select(['active', 'failures', 'paused_because'])
      .select(sql<boolean>`failing_since is null`.as('well'))
      .executeTakeFirstOrThrow()

  it.each([
    ['99 failures within two hours', 98, '2 hours', true],
    ['100 failures within two hours', 99, '2 hours', false],
    ['500 failures within the last hour', 499, '59 minutes', true],
    ['two failures in 23 hours', 1, '23 hours', true],
    ['two failures in 25 hours', 1, '25 hours', false],
  ])('after %s', async (_, failures, since, active) => {
    await failed(failures, since)
    await record([refused])
    expect(await hook()).toMatchObject({ active, failures: failures + 1 })
  })

  it('is well again after one message that was accepted, even beside failures', async () => {
    await failed(99, '23 hours')
    await record([refused, taken])
    expect(await hook()).toMatchObject({ active: true, failures: 0, well: true })
  })

  it('when it pauses fails what waits, and leaves what was delivered and what waits elsewhere', async () => {
    const { workspaceId } = admin
    const elsewhere = newId()
    await server.db
      .insertInto('outgoing_webhooks')
      .values({
        workspace_id: workspaceId,
        id: elsewhere,
        url: 'https://other.example/',
        events: ['application.created'],
        secret: 'sealed',
        created_by: admin.id,
      })
      .execute()
    await server.db
      .insertInto('webhook_deliveries')
      .values([
        {
          workspace_id: workspaceId,
          webhook_id: webhookId,
          event: 'application.created',
          state: 'delivered',
        },
        { workspace_id: workspaceId, webhook_id: elsewhere, event: 'application.created' },
      ])
      .execute()
    await record([{ ...refused, status: 410 }])
    expect(await hook()).toMatchObject({ active: false, paused_because: 'gone' })
    const { rows } = await sql<{ here: boolean; state: string }>`
      select webhook_id = ${webhookId} as here, state from webhook_deliveries
      where webhook_id in (${webhookId}, ${elsewhere}) order by 1 desc, 2
    `.execute(server.db)
    expect(rows).toEqual([
      { here: true, state: 'delivered' },
      { here: true, state: 'failed' },
      { here: false, state: 'pending' },
    ])
  })

  it('when it pauses is in the audit log with why, and by nobody', async () => {
    await record([{ ...refused, status: 410 }])
    await record([{ ...refused, status: 410 }])
    const rows = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', webhookId)
      .select(['action', 'user_id', 'details'])
      .execute()
    expect(rows).toEqual([{ action: 'webhook.paused', user_id: null, details: { because: 'gone' } }])
  })

  it('when it pauses is told to its maker and the admins, and to nobody suspended', async () => {
    const { workspaceId } = await server.addWorkspace()
    const [maker, head, gone, other] = [
      await server.addUser(workspaceId, 'recruiter'),
      await server.addUser(workspaceId, 'owner'),
      await server.addUser(workspaceId, 'admin'),
      await server.addUser(workspaceId, 'recruiter'),
    ]
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute()
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['integrations:manage'] })
      .where('id', 'in', [maker.id, other.id])
      .execute()
    const id = newId()
    await server.db
      .insertInto('outgoing_webhooks')
      .values({
        workspace_id: workspaceId,
        id,
        url: 'https://hooks.example/',
        events: ['application.created'],
        secret: 'sealed',
        created_by: maker.id,
      })
      .execute()
    await recordHealth(server.db, server.services, { workspaceId, webhookId: id }, [
      { ...refused, status: 410 },
    ])
    const told = await server.db
      .selectFrom('notifications')
      .where('workspace_id', '=', workspaceId)
      .select('user_id')
      .execute()
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([maker.id, head.id].sort())
    expect(told.map(({ user_id }) => user_id)).not.toContain(other.id)
  })
})
