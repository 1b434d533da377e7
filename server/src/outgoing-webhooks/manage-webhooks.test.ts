import { createCandidate } from '@muster/contract/candidates.ts'
import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  return () => server.stop()
})

beforeEach(async () => {
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

const events: contract.WebhookEvent[] = ['application.created', 'application.closed']

const add = (name: string, more: object = {}, as = admin) =>
  server.call(contract.createOutgoingWebhook, {
    as,
    body: { url: `https://hooks.example/${name}`, events, ...more },
  })

async function added(name: string, more: object = {}) {
  const { status, body } = await add(name, more)
  expect(status).toBe(201)
  return body
}

const change = (id: string, body: object) =>
  server.call(contract.updateOutgoingWebhook, { as: admin, params: { id }, body })

const get = async (id: string) =>
  (await server.call(contract.getOutgoingWebhook, { as: admin, params: { id } })).body

type Delivery = Parameters<ReturnType<typeof server.db.insertInto<'webhook_deliveries'>>['values']>[0]

async function deliver(webhookId: string, more: Partial<Delivery> = {}): Promise<string> {
  const id = newId()
  const values = { workspace_id: admin.workspaceId, id, webhook_id: webhookId, event: 'application.created' }
  await server.db
    .insertInto('webhook_deliveries')
    .values({ ...values, ...(more as object) })
    .execute()
  return id
}

const deliveryOf = (id: string) =>
  server.db.selectFrom('webhook_deliveries').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

async function listed(webhookId: string, query: object = {}) {
  const { body } = await server.call(contract.listWebhookDeliveries, {
    as: admin,
    params: { id: webhookId },
    query,
  })
  return { ids: body.items.map(({ id }) => id), total: body.total.value }
}

describe('a workspace', () => {
  it('has 20 webhooks and no more, however many others have', async () => {
    for (let index = 0; index < 20; index += 1) await added(String(index))
    expect((await add('one more')).status).toBe(409)
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect((await add('elsewhere', {}, other)).status).toBe(201)
  })

  it('lists its webhooks in either order, and those whose URL has the words', async () => {
    const ids = [await added('first'), await added('second'), await added('third')].map(({ id }) => id)
    const list = async (query: object) =>
      (await server.call(contract.listOutgoingWebhooks, { as: admin, query })).body.items.map(({ id }) => id)
    expect(await list({ sort: 'createdAt' })).toEqual(ids)
    expect(await list({ sort: '-createdAt' })).toEqual(ids.toReversed())
    expect(await list({ q: 'second' })).toEqual([ids[1]])
  })

  it('has who added, changed and deleted a webhook in its audit log, with what it was before', async () => {
    const { id, url } = await added('audited')
    await change(id, { events: ['application.created'], active: false })
    await server.call(contract.rotateWebhookSecret, { as: admin, params: { id } })
    await server.call(contract.deleteOutgoingWebhook, { as: admin, params: { id } })
    const rows = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .select(['action', 'user_id', 'details'])
      .execute()
    expect(rows).toMatchObject([
      { action: 'webhook.created', details: { url, events } },
      {
        action: 'webhook.changed',
        details: {
          from: { url, events, active: true },
          to: { url, events: ['application.created'], active: false },
        },
      },
      { action: 'webhook.secret_rotated' },
      { action: 'webhook.deleted', details: { url } },
    ])
    expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([admin.id]))
  })
})

describe('a webhook', () => {
  it('is added paused if asked so, with each event once', async () => {
    expect(
      await added('paused', { active: false, events: ['application.created', 'application.created'] }),
    ).toMatchObject({ active: false, events: ['application.created'] })
    expect(await added('running')).toMatchObject({ active: true })
  })

  it('is not changed by somebody who has read an older version of it', async () => {
    const { id, version } = await added('versioned')
    expect((await change(id, { events: ['call.ended'], version })).status).toBe(200)
    const late = await change(id, { url: 'https://hooks.example/late', version })
    expect([late.status, (await get(id)).url]).toEqual([409, 'https://hooks.example/versioned'])
    const read = await get(id)
    await server.call(contract.rotateWebhookSecret, { as: admin, params: { id } })
    expect((await change(id, { active: false, version: read.version })).status).toBe(409)
  })

  it('takes no URL on a private network when it is changed', async () => {
    const { id } = await added('public')
    const { status, body } = await change(id, { url: 'https://127.0.0.1/' })
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['url']])
  })

  it('refuses a user name in its URL, also without a password', async () => {
    for (const url of [
      'https://ada@hooks.example/',
      'https://ada:secret@hooks.example/',
      'https://:secret@hooks.example/',
    ])
      expect([url, (await add('', { url })).status]).toEqual([url, 422])
  })

  it('that is paused by hand sends nothing that waits, and says no reason of an earlier pause', async () => {
    const { id } = await added('pausing')
    const waiting = await deliver(id)
    const delivered = await deliver(id, { state: 'delivered', next_attempt_at: null })
    await change(id, { active: false })
    expect((await deliveryOf(waiting)).state).toBe('failed')
    expect((await deliveryOf(delivered)).state).toBe('delivered')

    await server.db
      .updateTable('outgoing_webhooks')
      .set({ active: false, paused_because: 'gone' })
      .where('id', '=', id)
      .execute()
    expect((await get(id)).pausedBecause).toBe('gone')
    await change(id, { active: true })
    await change(id, { active: false })
    expect((await get(id)).pausedBecause).toBeNull()
  })

  it('leaves what waits when something else is changed', async () => {
    const { id } = await added('renamed')
    const waiting = await deliver(id)
    await change(id, { events: ['call.ended'] })
    expect((await deliveryOf(waiting)).state).toBe('pending')
  })

  it('counts no failures of its former URL', async () => {
    const { id } = await added('moved')
    const fail = () =>
      server.db
        .updateTable('outgoing_webhooks')
        .set({ failures: 99, failing_since: sql`now() - interval '2 hours'` })
        .where('id', '=', id)
        .execute()
    const health = () =>
      server.db
        .selectFrom('outgoing_webhooks')
        .where('id', '=', id)
        .select(['failures', 'failing_since'])
        .executeTakeFirstOrThrow()
    await fail()
    await change(id, { events: ['call.ended'] })
    expect(await health()).toMatchObject({ failures: 99, failing_since: expect.any(String) })
    await change(id, { url: 'https://hooks.example/new' })
    expect(await health()).toEqual({ failures: 0, failing_since: null })
  })
})

describe('the deliveries of a webhook', () => {
  it('are its own, newest first, by state, event or the id of what they are about', async () => {
    const [{ id }, { id: other }] = [await added('listed'), await added('other')]
    const created = (minutes: number) => ({ created_at: sql`now() - make_interval(mins => ${minutes})` })
    const candidate = (await server.call(createCandidate, { as: admin, body: { name: 'Ana' } })).body
    const about = newId()
    await server.db
      .insertInto('calls')
      .values({
        ...{ workspace_id: admin.workspaceId, id: about, candidate_id: candidate.id },
        ...{ direction: 'outbound', lifecycle: 'completed', started_at: sql`now()` },
      })
      .execute()
    const old = await deliver(id, { ...created(30), state: 'failed', next_attempt_at: null } as object)
    const recent = await deliver(id, { ...created(10), event: 'call.ended' } as object)
    const middle = await deliver(id, {
      ...created(20),
      state: 'delivered',
      next_attempt_at: null,
      call_id: about,
    } as object)
    await deliver(other)
    expect(await listed(id)).toEqual({ ids: [recent, middle, old], total: 3 })
    expect(await listed(id, { state: 'failed' })).toEqual({ ids: [old], total: 1 })
    expect(await listed(id, { state: 'delivered' })).toEqual({ ids: [middle], total: 1 })
    expect(await listed(id, { q: 'call.ended' })).toEqual({ ids: [recent], total: 1 })
    expect(await listed(id, { q: about })).toEqual({ ids: [middle], total: 1 })
    const asked = { as: admin, params: { id: other, deliveryId: old } }
    expect((await server.call(contract.getWebhookDelivery, asked)).status).toBe(404)
  })

  it('are sent again by hand for another day, as if they had not ended', async () => {
    const { id } = await added('again')
    const over = { next_attempt_at: null, ended_at: sql`now()`, give_up_at: sql`now() - interval '1 day'` }
    const failed = await deliver(id, { state: 'failed', ...over } as object)
    const { body } = await server.call(contract.redeliverWebhook, {
      as: admin,
      params: { id, deliveryId: failed },
    })
    expect(body).toMatchObject({ state: 'pending', endedAt: null, nextAttemptAt: expect.any(String) })
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from give_up_at - now()) / 3600)::int as hours
      from webhook_deliveries where id = ${failed}
    `.execute(server.db)
    expect(rows).toEqual([{ hours: 24 }])
  })

  it('are replayed from the first moment of a window to before its last, delivered ones too', async () => {
    const [{ id }, { id: other }] = [await added('replayed'), await added('other')]
    const [from, to] = ['2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z']
    const ended = { next_attempt_at: null, ended_at: to }
    const ids = {
      first: await deliver(id, { created_at: from, state: 'delivered', ...ended } as object),
      inside: await deliver(id, {
        created_at: '2026-03-02T10:30:00.000Z',
        state: 'failed',
        ...ended,
      } as object),
      last: await deliver(id, { created_at: to, state: 'failed', ...ended } as object),
      elsewhere: await deliver(other, { created_at: from, state: 'failed', ...ended } as object),
    }
    const replayed = await server.call(contract.replayWebhook, {
      as: admin,
      params: { id },
      body: { from, to },
    })
    expect(replayed.body).toEqual({ queued: 2 })
    const states = await Promise.all(Object.values(ids).map(async (one) => (await deliveryOf(one)).state))
    expect(states).toEqual(['pending', 'pending', 'failed', 'failed'])
  })
})
