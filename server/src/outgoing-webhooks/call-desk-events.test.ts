import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAgent } from '@muster/contract/agents.ts'
import * as queues from '@muster/contract/call-queues.ts'
import * as contract from '@muster/contract/outgoing-webhooks.ts'
import * as campaigns from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanUp } from '../jobs/clean-up.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { placeCalls } from '../voice-campaigns/place-calls.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'

interface Message {
  type: string
  data: { workspaceId: string; queue?: { id: string }; campaign?: Record<string, unknown> }
}

let server: TestServer
let receiver: Server
let url: string
let owner: TestUser
let stranger: TestUser
let own: string
let foreign: string
const received: { path: string; message: Message }[] = []

beforeAll(async () => {
  server = await startTestServer({ config: { privateWebhooks: true, webhookPorts: [[1, 65_535]] } })
  receiver = createServer(async (request, response) => {
    const body = await Array.fromAsync(request).then((parts) => Buffer.concat(parts).toString())
    received.push({ path: request.url!, message: JSON.parse(body) })
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  own = await addWebhook(owner, '/own')
  foreign = await addWebhook(stranger, '/foreign')
  await server.call(campaigns.setVoiceAccount, {
    as: owner,
    params: { provider: 'retell' },
    body: { apiKey: 'key_1', accountId: null },
  })
})

beforeEach(async () => {
  await deliver()
  received.length = 0
})

afterAll(async () => {
  receiver?.close()
  await server?.stop()
})

async function addWebhook(as: TestUser, path: string) {
  const events = contract.webhookEventKeys.filter((event) => /^(queue|campaign)\./.test(event))
  const { status, body } = await server.call(contract.createOutgoingWebhook, {
    as,
    body: { url: `${url}${path}`, events },
  })
  expect(status).toBe(201)
  return body.id
}

/** Sends what is due and returns what the workspace's webhook received, in the order of the events. */
async function deliver(): Promise<Message[]> {
  await deliverWebhooks(server.services, { workspaceId: owner.workspaceId, webhookId: own })
  await deliverWebhooks(server.services, { workspaceId: stranger.workspaceId, webhookId: foreign })
  const { rows } = await sql<{ event: string; id: string }>`
    select event, subject_id as id from webhook_deliveries where webhook_id = ${own} order by created_at, id
  `.execute(server.db)
  const place = ({ type, data }: Message) =>
    rows.findIndex(({ event, id }) => event === type && id === (data.queue ?? data.campaign)!.id)
  return received
    .filter(({ path }) => path === '/own')
    .map(({ message }) => message)
    .toSorted((a, b) => place(a) - place(b))
}

const typesOf = (messages: readonly Message[]) => messages.map(({ type }) => type)

let numbers = 0

async function addQueue(as = owner) {
  numbers += 1
  const { status, body } = await server.call(queues.createCallQueue, {
    as,
    body: { name: `Queue ${numbers}` },
  })
  expect(status).toBe(201)
  return body
}

async function addCampaign() {
  numbers += 1
  const { body: agent } = await server.call(createAgent, {
    as: owner,
    body: {
      name: `Nova ${numbers}`,
      kind: 'voice',
      provider: 'retell',
      providerAgentId: `agent-${numbers}`,
      phone: `+4930901820${String(numbers).padStart(3, '0')}`,
    },
  })
  const queue = await addQueue()
  const { status, body } = await server.call(campaigns.createVoiceCampaign, {
    as: owner,
    body: { name: `Campaign ${numbers}`, queueId: queue.id, agentId: agent.id },
  })
  expect(status).toBe(201)
  return body
}

describe('a webhook about call queues', () => {
  it('gets one message for each change, and none for a refused one', async () => {
    const { id, version } = await addQueue()
    const params = { id }
    const update = (body: object) => server.call(queues.updateCallQueue, { as: owner, params, body })
    expect((await update({ maxTries: 7, version })).status).toBe(200)
    expect((await update({ maxTries: 8, version })).status).toBe(409)
    expect((await update({ maxTries: 0 })).status).toBe(422)
    await server.call(queues.deleteCallQueue, { as: owner, params })
    await server.call(queues.restoreCallQueue, { as: owner, params })
    const messages = await deliver()
    expect(typesOf(messages)).toEqual(['queue.created', 'queue.updated', 'queue.deleted', 'queue.restored'])
    for (const { data } of messages) expect(data).toEqual({ workspaceId: owner.workspaceId, queue: { id } })
  })

  it('gets nothing about the queues of another workspace', async () => {
    await addQueue(stranger)
    expect(await deliver()).toEqual([])
    expect(received.map(({ message }) => message.type)).toEqual(['queue.created'])
  })

  it('gets no second message when a deleted queue is cleaned up', async () => {
    const { id } = await addQueue()
    await server.call(queues.deleteCallQueue, { as: owner, params: { id } })
    await deliver()
    await sql`update call_queues set deleted_at = now() - interval '31 days' where id = ${id}`.execute(
      server.db,
    )
    await cleanUp(server.db)
    expect(await server.db.selectFrom('call_queues').where('id', '=', id).select('id').execute()).toEqual([])
    expect(typesOf(await deliver())).toEqual(['queue.created', 'queue.deleted'])
  })
})

describe('a webhook about voice campaigns', () => {
  const start = (id: string, as = owner) => server.call(campaigns.startVoiceCampaign, { as, params: { id } })
  const pause = (id: string) => server.call(campaigns.pauseVoiceCampaign, { as: owner, params: { id } })
  const end = (id: string) => server.call(campaigns.endVoiceCampaign, { as: owner, params: { id } })

  it('gets each state that a campaign enters once, as it was then', async () => {
    const { id, name, queue, agent } = await addCampaign()
    const params = { id }
    await server.call(campaigns.updateVoiceCampaign, { as: owner, params, body: { maxConcurrent: 3 } })
    await start(id)
    await pause(id)
    await start(id)
    await end(id)
    await server.call(campaigns.deleteVoiceCampaign, { as: owner, params })
    await server.call(campaigns.restoreVoiceCampaign, { as: owner, params })
    const messages = (await deliver()).filter(({ data }) => data.campaign)
    expect(typesOf(messages)).toEqual(
      ['created', 'updated', 'started', 'paused', 'resumed', 'ended', 'deleted', 'restored'].map(
        (what) => `campaign.${what}`,
      ),
    )
    expect(messages[0]!.data.campaign).toEqual({ id })
    const states = messages.slice(2, 6).map(({ data }) => data.campaign)
    expect(states).toEqual(
      (
        [
          ['running', null],
          ['paused', 'user'],
          ['running', null],
          ['ended', null],
        ] as const
      ).map(([state, pauseReason]) => ({ id, name, state, pauseReason, queue, agent })),
    )
    for (const message of messages)
      expect(contract.webhookMessage(message.type as contract.WebhookEvent).parse(message)).toEqual(message)
  })

  it('gets no second message when a state is set that the campaign has already', async () => {
    const { id } = await addCampaign()
    await start(id)
    await start(id)
    await sql`update voice_campaigns set state = 'running' where id = ${id}`.execute(server.db)
    await pause(id)
    await pause(id)
    await sql`update voice_campaigns set state = 'paused', pause_reason = 'provider_failed' where id = ${id}`.execute(
      server.db,
    )
    expect(typesOf((await deliver()).filter(({ data }) => data.campaign))).toEqual([
      'campaign.created',
      'campaign.started',
      'campaign.paused',
    ])
  })

  it('gets why a campaign paused by itself, without what the provider answered', async () => {
    const { id } = await addCampaign()
    await start(id)
    await sql`update users set status = 'suspended' where id = ${owner.id}`.execute(server.db)
    await placeCalls(server.services)
    await sql`update users set status = 'active' where id = ${owner.id}`.execute(server.db)
    const paused = (await deliver()).filter(({ type }) => type === 'campaign.paused')
    expect(paused).toMatchObject([
      { data: { campaign: { id, state: 'paused', pauseReason: 'starter_lost_access' } } },
    ])
    expect(paused[0]!.data.campaign).not.toHaveProperty('pauseDetail')
  })

  it('gets nothing for a refused change, and nothing while a campaign only calls', async () => {
    const { id } = await addCampaign()
    await start(id)
    await deliver()
    received.length = 0
    expect((await start(id)).status).toBe(409)
    expect((await start(id, stranger)).status).toBe(404)
    await sql`update voice_campaigns set next_at = now(), nobody_ready = true where id = ${id}`.execute(
      server.db,
    )
    await end(id)
    expect((await end(id)).status).toBe(409)
    expect((await pause(id)).status).toBe(409)
    expect(typesOf(await deliver())).toEqual(['campaign.ended'])
    expect(received).toHaveLength(1)
  })
})
