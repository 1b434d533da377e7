import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createComment, deleteComment, updateComment } from '@muster/contract/activity-logs.ts'
import { createApplication, deleteApplication, updateApplication } from '@muster/contract/applications.ts'
import { deleteCall, logCall, updateCall } from '@muster/contract/calls.ts'
import {
  createCandidate,
  deleteCandidate,
  restoreCandidate,
  updateCandidate,
} from '@muster/contract/candidates.ts'
import { createCompany, deleteCompany, updateCompany } from '@muster/contract/companies.ts'
import { executeImport, getImportStatus } from '@muster/contract/import-status.ts'
import { undoImport } from '@muster/contract/import-undo.ts'
import { analyzeImport } from '@muster/contract/imports.ts'
import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { updatePosition } from '@muster/contract/positions.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser
let position: TestPosition
let receiver: Server
let url: string
/** What the receiver kept: `webhook-id` → message. */
const stored = new Map<string, { type: string; data: Record<string, { id: string }> }>()
let isLost: (arrival: number) => boolean = () => false
let arrivals = 0

beforeAll(async () => {
  server = await startTestServer({
    jobs: true,
    config: { privateWebhooks: true, webhookPorts: [[1, 65_535]] },
  })
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'admin')
  position = await addPosition(server.db, workspaceId)
  receiver = createServer(async (request, response) => {
    const body = await Array.fromAsync(request).then((parts) => Buffer.concat(parts).toString())
    arrivals += 1
    // Accepted, and then lost.
    if (!isLost(arrivals)) stored.set(String(request.headers['webhook-id']), JSON.parse(body))
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})

afterAll(async () => {
  receiver?.close()
  await server?.stop()
})

/** Changes something of each kind. Returns the expected events. */
async function changeEverything(): Promise<string[]> {
  const call = <E extends Parameters<TestServer['call']>[0]>(endpoint: E, input: object) =>
    server.call(endpoint, { as: admin, ...input } as never).then((answer) => {
      expect([endpoint.name, answer.status < 300 ? '' : answer.body]).toEqual([endpoint.name, ''])
      return answer.body as unknown as { id: string }
    })
  const candidate = await call(createCandidate, { body: { name: 'Hanna Hook' } })
  const params = { id: candidate.id }
  await call(updateCandidate, { params, body: { location: 'Oslo' } })
  const application = await call(createApplication, {
    body: { candidateId: candidate.id, positionId: position.id },
  })
  const ofApplication = { id: application.id }
  await call(updateApplication, { params: ofApplication, body: { source: 'A fair' } })
  const comment = await call(createComment, { params: ofApplication, body: { body: 'Hello' } })
  const ofComment = { id: application.id, commentId: comment.id }
  await call(updateComment, { params: ofComment, body: { body: 'Hello again' } })
  await call(deleteComment, { params: ofComment })
  const logged = await call(logCall, { body: { applicationId: application.id } })
  await call(updateCall, { params: { id: logged.id }, body: { outcome: 'interested' } })
  await call(deleteCall, { params: { id: logged.id } })
  await call(deleteApplication, { params: ofApplication })
  const company = await call(createCompany, { body: { name: 'Hook Works' } })
  await call(updateCompany, { params: { id: company.id }, body: { notes: 'Good' } })
  await call(deleteCompany, { params: { id: company.id } })
  await call(updatePosition, { params: { id: position.id }, body: { location: 'Bergen' } })
  await call(deleteCandidate, { params })
  await call(restoreCandidate, { params })
  await call(eraseCandidate, { params, body: { confirmName: 'Hanna Hook' } })
  await server.addUser(admin.workspaceId, 'viewer')
  return [
    ...['created', 'updated', 'deleted', 'restored', 'erased'].map((what) => `candidate.${what}`),
    ...['created', 'updated', 'deleted'].map((what) => `company.${what}`),
    ...['application.deleted', 'application.updated', 'position.updated', 'user.created'],
    ...['call.created', 'call.updated'],
  ]
}

describe('replay', () => {
  it('makes a receiver complete that lost half of its messages', async () => {
    const { body: webhook } = await server.call(contract.createOutgoingWebhook, {
      as: admin,
      body: { url, events: [...contract.webhookEventKeys] },
    })
    const from = webhook.createdAt
    isLost = (arrival) => arrival % 2 === 0
    const expected = await changeEverything()
    const params = { id: webhook.id }
    const sent = async () => {
      const { rows } = await sql<{ id: string; event: string; state: string }>`
        select id, event, state from webhook_deliveries where webhook_id = ${webhook.id} order by id
      `.execute(server.db)
      return rows
    }
    const pending = async () => (await sent()).filter(({ state }) => state === 'pending').length
    await expect.poll(pending).toBe(0)
    const all = await sent()
    // Erasure removes messages that were sent before.
    const lacking = () => all.filter(({ id }) => !stored.has(`msg_${id}`)).length
    expect(lacking()).toBeGreaterThan(0)
    isLost = () => false
    const replayed = await server.call(contract.replayWebhook, { as: admin, params, body: { from } })
    expect([replayed.status, replayed.body]).toEqual([202, { queued: all.length }])
    await expect.poll(lacking).toBe(0)
    const types = new Set([...stored.values()].map(({ type }) => type))
    expect(expected.filter((type) => !types.has(type))).toEqual([])
    for (const message of stored.values())
      expect(contract.webhookMessage(message.type as contract.WebhookEvent).parse(message)).toEqual(message)
    // Erasure leaves no name in what was sent before.
    const { rows } = await sql`select 1 from webhook_deliveries where payload like '%Hanna%'`.execute(
      server.db,
    )
    expect(rows).toEqual([])
  })

  it('makes it complete for comments and imports too', async () => {
    const kinds = ['comment.created', 'comment.deleted', 'comment.updated'] as const
    const ofImports = ['import.finished', 'import.started', 'import.undone'] as const
    const { body: webhook } = await server.call(contract.createOutgoingWebhook, {
      as: admin,
      body: { url, events: [...kinds, ...ofImports] },
    })
    isLost = () => true
    const { body: candidate } = await server.call(createCandidate, {
      as: admin,
      body: { name: 'Cora Comment' },
    })
    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: { candidateId: candidate.id, positionId: position.id },
    })
    const { body: comment } = await server.call(createComment, {
      as: admin,
      params: { id: application.id },
      body: { body: 'Hello' },
    })
    const params = { id: application.id, commentId: comment.id }
    await server.call(updateComment, { as: admin, params, body: { body: 'Hello again' } })
    await server.call(deleteComment, { as: admin, params })
    const file = await sendFile(
      server,
      analyzeImport,
      admin,
      'Name,E-mail\nIda Import,ida@example.com\n',
      'people.csv',
    )
    const { id: importId } = (await file.json()) as { id: string }
    const execute = {
      importId,
      mapping: { 0: 'fullName' as const, 1: 'email' as const },
      positionId: position.id,
    }
    expect((await server.call(executeImport, { as: admin, body: execute })).status).toBe(202)
    const ofImport = { as: admin, params: { id: importId } }
    const state = async () => (await server.call(getImportStatus, ofImport)).body.state
    await expect.poll(state).toBe('completed')
    expect((await server.call(undoImport, ofImport)).status).toBeLessThan(300)
    const messages = async () => {
      const { rows } = await sql<{ id: string; event: string; state: string; subject_id: string }>`
        select id, event, state, subject_id from webhook_deliveries where webhook_id = ${webhook.id} order by event
      `.execute(server.db)
      return rows
    }
    const delivered = async () =>
      (await messages()).filter(({ state }) => state === 'delivered').map(({ event }) => event)
    await expect.poll(delivered).toEqual([...kinds, ...ofImports])
    const ids = (await messages()).map(({ id }) => `msg_${id}`)
    expect(ids.filter((id) => stored.has(id))).toEqual([])
    isLost = () => false
    const replay = { as: admin, params: { id: webhook.id }, body: { from: webhook.createdAt } }
    expect((await server.call(contract.replayWebhook, replay)).body).toEqual({ queued: ids.length })
    await expect.poll(() => ids.filter((id) => !stored.has(id))).toEqual([])
    expect(ids.map((id) => stored.get(id))).toMatchObject([
      ...kinds.map((type) => ({ type, data: { comment: { id: comment.id } } })),
      ...ofImports.map((type) => ({ type, data: { import: { id: importId } } })),
    ])
  })

  it('takes a window, events and a state', async () => {
    const { body: list } = await server.call(contract.listOutgoingWebhooks, { as: admin })
    const params = { id: list.items[0]!.id }
    const replay = (body: Record<string, unknown>) =>
      server.call(contract.replayWebhook, { as: admin, params, body: body as never })
    const from = list.items[0]!.createdAt
    expect((await replay({ from, to: from })).status).toBe(422)
    expect((await replay({ from, state: 'failed' })).body).toEqual({ queued: 0 })
    expect((await replay({ from: new Date().toISOString() })).body).toEqual({ queued: 0 })
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const foreign = await server.call(contract.replayWebhook, { as: stranger, params, body: { from } })
    expect(foreign.status).toBe(404)
  })
})
