import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeApplication, createApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { listNotifications } from '@muster/contract/notifications.ts'
import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

let server: TestServer
let workspaceId: string
let admin: TestUser
let receiver: Server
let base: string
const received: Received[] = []
let answer: { status: number; body?: string; headers?: Record<string, string> } = { status: 200 }
let position: { id: string; statuses: { id: string; type: string }[] }

beforeAll(async () => {
  server = await startTestServer({
    jobs: true,
    config: { privateWebhooks: true, webhookPorts: [[1, 65_535]] },
  })
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  receiver = createServer(async (request, response) => {
    const body = await Array.fromAsync(request).then((parts) => Buffer.concat(parts).toString())
    received.push({ path: request.url!, headers: request.headers, body })
    response.writeHead(answer.status, answer.headers).end(answer.body ?? 'ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const company = await server.call(createCompany, { as: admin, body: { name: 'Hook Works' } })
  const made = await server.call(createPosition, {
    as: admin,
    body: { name: 'Angler', companyId: company.body.id },
  })
  position = made.body
})

afterAll(async () => {
  receiver?.close()
  await server?.stop()
})

async function addWebhook(path: string, events: contract.WebhookEvent[] = ['application.created']) {
  const body = { url: base + path, events }
  const made = await server.call(contract.createOutgoingWebhook, { as: admin, body })
  expect(made.status).toBe(201)
  return made.body
}

const at = (path: string) => received.filter((one) => one.path === path)

async function apply(name: string): Promise<string> {
  const email = `${name.replace(' ', '.')}@example.com`
  const body = { positionId: position.id, candidate: { name, email } }
  const made = await server.call(createApplication, { as: admin, body })
  expect(made.status).toBe(201)
  return made.body.id
}

async function deliveriesOf(id: string) {
  return (await server.call(contract.listWebhookDeliveries, { as: admin, params: { id } })).body.items
}

async function remove(id: string) {
  await server.call(contract.deleteOutgoingWebhook, { as: admin, params: { id } })
}

async function deliverNow(webhookId: string) {
  await server.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: sql`now()` })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute()
  await deliverWebhooks(server.services, { workspaceId, webhookId })
}

/** Makes the next attempt due now and waits for it, whether this call or the server's own job makes it. */
async function makeDue(webhookId: string) {
  const attempts = async () => (await deliveriesOf(webhookId))[0]?.last?.at
  const before = await attempts()
  await deliverNow(webhookId)
  await expect.poll(attempts).not.toBe(before)
}

async function cutConnectionsThatWait(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%live_events%'
  `.execute(server.db)
  return rows.length
}

describe('an outgoing webhook', () => {
  it('receives events, signed so that the receiver can verify them', async () => {
    answer = { status: 200 }
    const events: contract.WebhookEvent[] = [
      'application.created',
      'application.moved',
      'application.closed',
      'call.ended',
    ]
    const { id, secret } = await addWebhook('/all', events)
    const application = await apply('Hanna Hook')
    const to = position.statuses[1]!
    await server.call(moveApplications, {
      as: admin,
      params: { id: position.id },
      body: { applicationIds: [application], toStatusId: to.id },
    })
    await server.call(logCall, {
      as: admin,
      body: { applicationId: application, direction: 'inbound', endReason: 'no_answer' },
    })
    await server.call(closeApplication, {
      as: admin,
      params: { id: application },
      body: { disposition: 'unreachable' },
    })
    await expect.poll(() => at('/all').length).toBe(5)
    const messages = at('/all').map(({ body }) => JSON.parse(body))
    // Closing also moves the application into a closed status.
    expect(messages.map(({ type }) => type).sort()).toEqual(
      [
        'application.created',
        'application.moved',
        'application.moved',
        'application.closed',
        'call.ended',
      ].sort(),
    )
    const moved = messages.find(({ type, data }) => type === 'application.moved' && data.to.id === to.id)
    expect(moved.data).toMatchObject({
      workspaceId,
      application: { id: application, candidate: { name: 'Hanna Hook' }, position: { name: 'Angler' } },
      from: { type: 'lead' },
      by: { kind: 'user', id: admin.id },
    })
    expect(messages.find(({ type }) => type === 'application.closed').data).toMatchObject({
      disposition: 'unreachable',
    })
    expect(messages.find(({ type }) => type === 'call.ended').data.call).toMatchObject({
      applicationId: application,
      direction: 'inbound',
      endReason: 'no_answer',
    })
    expect(
      at('/all')
        .map(({ body }) => body)
        .join(),
    ).not.toContain('@example.com')

    for (const { headers, body } of at('/all')) {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const expected = createHmac('sha256', key).update(signed).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${expected}`)
      expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).toBeLessThan(300)
    }
    expect(new Set(at('/all').map(({ headers }) => headers['webhook-id'])).size).toBe(5)
    const stored = await server.db.selectFrom('outgoing_webhooks').select('secret').execute()
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6))
    await remove(id)
  })

  it('receives no events it is not subscribed to', async () => {
    const { id } = await addWebhook('/quiet', ['application.closed'])
    await apply('Quiet Quentin')
    expect(await deliveriesOf(id)).toEqual([])
    await remove(id)
  })

  it('receives nothing about a rolled back change', async () => {
    const { id } = await addWebhook('/unkept')
    const blocker = new pg.Client({ connectionString: server.ownerConnectionString })
    await blocker.connect()
    try {
      // The last table a change writes: everything else is written by then and lost with the connection.
      await blocker.query('begin; lock table live_events in exclusive mode')
      const body = { positionId: position.id, candidate: { name: 'Lost Lena' } }
      const answer = server.call(createApplication, { as: admin, body })
      await expect.poll(cutConnectionsThatWait).toBe(1)
      expect((await answer).status).toBe(503)
    } finally {
      await blocker.end()
    }
    expect(await deliveriesOf(id)).toEqual([])
    expect(at('/unkept')).toEqual([])
    await apply('Kept Karl')
    expect(await deliveriesOf(id)).toHaveLength(1)
    await remove(id)
  })

  it('is retried with the same message, and stores the responses', async () => {
    answer = { status: 500, body: `Broken ${'x'.repeat(3000)}` }
    const { id } = await addWebhook('/again')
    await apply('Rita Retry')
    await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts).toBe(1)
    await expect.poll(async () => (await deliveriesOf(id))[0]?.last?.status).toBe(500)
    answer = { status: 204 }
    await makeDue(id)
    const [first, second] = at('/again')
    expect([second!.body, second!.headers['webhook-id']]).toEqual([first!.body, first!.headers['webhook-id']])
    const [delivery] = await deliveriesOf(id)
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: 2,
      nextAttemptAt: null,
      last: { status: 204 },
    })
    const params = { id, deliveryId: delivery!.id }
    const { body } = await server.call(contract.getWebhookDelivery, { as: admin, params })
    expect(body.payload).toBe(first!.body)
    expect(body.answers.map(({ number, status }) => [number, status])).toEqual([
      [2, 204],
      [1, 500],
    ])
    expect(body.answers[1]!.answer).toHaveLength(1024)
    await server.call(contract.redeliverWebhook, { as: admin, params })
    await expect.poll(() => at('/again').length).toBe(3)
    await remove(id)
  })

  it('follows no redirects', async () => {
    answer = { status: 302, headers: { location: `${base}/elsewhere` } }
    const { id } = await addWebhook('/redirect')
    const test = await server.call(contract.testOutgoingWebhook, { as: admin, params: { id } })
    expect(test.status).toBe(202)
    await expect.poll(async () => (await deliveriesOf(id))[0]?.last?.status).toBe(302)
    expect((await deliveriesOf(id))[0]!.state).toBe('pending')
    expect(at('/elsewhere')).toEqual([])
    await remove(id)
  })

  it('fails after a day and is paused, and its managers are notified', async () => {
    answer = { status: 503 }
    const { id } = await addWebhook('/down')
    await apply('Dora Down')
    await expect.poll(async () => (await deliveriesOf(id))[0]?.last?.status).toBe(503)
    await server.db
      .updateTable('webhook_deliveries')
      .set({ give_up_at: sql`now()` })
      .where('webhook_id', '=', id)
      .execute()
    await server.db
      .updateTable('outgoing_webhooks')
      .set({ failing_since: sql`now() - interval '25 hours'` })
      .where('id', '=', id)
      .execute()
    // An attempt that was under way has the `give_up_at` it started with.
    const afterAnAttempt = async () => {
      await deliverNow(id)
      return (await deliveriesOf(id))[0]
    }
    await expect.poll(afterAnAttempt).toMatchObject({ state: 'failed', nextAttemptAt: null })
    const { body } = await server.call(contract.getOutgoingWebhook, { as: admin, params: { id } })
    expect(body).toMatchObject({ active: false, pausedBecause: 'failing' })
    const { items } = (await server.call(listNotifications, { as: admin })).body
    expect(items[0]).toMatchObject({ kind: 'webhook_paused', text: expect.stringContaining('127.0.0.1') })
    await apply('Nobody Hears')
    expect(await deliveriesOf(id)).toHaveLength(1)
    const resumed = { as: admin, params: { id }, body: { active: true } }
    const { body: after } = await server.call(contract.updateOutgoingWebhook, resumed)
    expect(after).toMatchObject({ active: true, pausedBecause: null, failingSince: null })
    await remove(id)
  })

  it.each([
    ['port_not_allowed', { webhookPorts: [[1, 1]] as [number, number][] }],
    ['not_https', { privateWebhooks: false }],
  ])('is paused at once when the settings refuse its stored address: %s', async (reason, settings) => {
    answer = { status: 200 }
    const { id } = await addWebhook(`/refused-${reason}`)
    const { config } = server.services
    const before = { webhookPorts: config.webhookPorts, privateWebhooks: config.privateWebhooks }
    const resume = () =>
      server.call(contract.updateOutgoingWebhook, { as: admin, params: { id }, body: { active: true } })
    try {
      Object.assign(config, settings)
      await apply(`Rita ${reason}`)
      const state = async () =>
        (await server.call(contract.getOutgoingWebhook, { as: admin, params: { id } })).body
      await expect.poll(async () => (await state()).pausedBecause).toBe(reason)
      expect(await state()).toMatchObject({ active: false })
      expect(await deliveriesOf(id)).toMatchObject([
        { state: 'failed', attempts: 1, nextAttemptAt: null, last: { error: reason } },
      ])
      const { items } = (await server.call(listNotifications, { as: admin })).body
      expect(items[0]).toMatchObject({
        kind: 'webhook_paused',
        text: expect.stringContaining('its URL is no longer allowed'),
      })
      // Resuming would only pause it again.
      expect((await resume()).body.details).toHaveProperty('url')
      expect(await state()).toMatchObject({ active: false, pausedBecause: reason })
    } finally {
      Object.assign(config, before)
    }
    expect(at(`/refused-${reason}`)).toEqual([])
    expect((await resume()).body).toMatchObject({ active: true, pausedBecause: null })
    await remove(id)
  })

  it('is paused at once by a 410, and signs with a new secret once rotated', async () => {
    answer = { status: 410 }
    const { id, secret } = await addWebhook('/gone')
    await server.call(contract.testOutgoingWebhook, { as: admin, params: { id } })
    const state = async () =>
      (await server.call(contract.getOutgoingWebhook, { as: admin, params: { id } })).body
    await expect.poll(async () => (await state()).pausedBecause).toBe('gone')
    answer = { status: 200 }
    const rotated = await server.call(contract.rotateWebhookSecret, { as: admin, params: { id } })
    expect(rotated.body.secret).not.toBe(secret)
    await server.call(contract.testOutgoingWebhook, { as: admin, params: { id } })
    await expect.poll(() => at('/gone').length).toBe(2)
    const { headers, body } = at('/gone')[1]!
    const key = Buffer.from(rotated.body.secret.replace('whsec_', ''), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    )
    await remove(id)
  })
})
