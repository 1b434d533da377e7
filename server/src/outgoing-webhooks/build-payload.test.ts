import { createAgent } from '@muster/contract/agents.ts'
import { undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { createCallQueue } from '@muster/contract/call-queues.ts'
import { logCall } from '@muster/contract/calls.ts'
import { createVoiceCampaign, setVoiceAccount } from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { buildPayload } from './build-payload.ts'

let server: TestServer
let admin: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'admin')
  position = await addPosition(server.db, workspaceId)
  return () => server.stop()
})

async function apply(name: string) {
  const body = { positionId: position.id, candidate: { name } }
  return (await server.call(createApplication, { as: admin, body })).body
}

async function move(id: string, type: keyof TestPosition['statuses']): Promise<string> {
  const { body } = await server.call(moveApplications, {
    as: admin,
    params: { id: position.id },
    body: { applicationIds: [id], toStatusId: position.statuses[type] },
  })
  return body.batchId!
}

async function addAgent(name: string) {
  const { status, body } = await server.call(createAgent, {
    as: admin,
    body: { name, kind: 'voice', provider: 'retell', providerAgentId: name, phone: '+4930901820001' },
  })
  expect(status).toBe(201)
  return body
}

async function payloadOf(more: object) {
  const payload = await buildPayload(server.db, {
    workspace_id: admin.workspaceId,
    id: newId(),
    event: 'application.moved',
    entry_id: null,
    call_id: null,
    subject_kind: null,
    subject_id: null,
    details: null,
    created_at: '2026-03-02T10:00:00.000Z',
    ...more,
  })
  return payload === null ? null : JSON.parse(payload)
}

async function entriesOf(applicationId: string, kind: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom('activity_logs')
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .orderBy('at')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

describe('the message about an application', () => {
  it('says where it moved then, though it has moved on', async () => {
    const { id } = await apply('Moves On')
    await move(id, 'contacted')
    await move(id, 'qualified')
    const [entry] = await entriesOf(id, 'moved')
    expect((await payloadOf({ entry_id: entry })).data).toMatchObject({
      from: { id: position.statuses.lead },
      to: { id: position.statuses.contacted },
      application: { status: { id: position.statuses.qualified } },
      undone: false,
    })
  })

  it('says from where and to where an undo took it', async () => {
    const { id } = await apply('Goes Back')
    const batchId = await move(id, 'contacted')
    await server.call(undoBatch, { as: admin, body: { batchId } })
    const [entry] = await entriesOf(id, 'reverted')
    expect((await payloadOf({ entry_id: entry })).data).toMatchObject({
      from: { id: position.statuses.contacted },
      to: { id: position.statuses.lead },
      undone: true,
    })
  })

  it('says that an agent moved it, or nobody', async () => {
    const { id } = await apply('Moved By Agent')
    const agent = await addAgent('Ava')
    const entry = {
      workspaceId: admin.workspaceId,
      applicationId: id,
      positionId: position.id,
      kind: 'moved',
      userId: null,
      fromStatusId: position.statuses.lead,
      toStatusId: position.statuses.contacted,
    } as const
    await server.db
      .transaction()
      .execute((tx) => recordActivity(tx, [{ ...entry, agentId: agent.id }, entry]))
    const payloads = await Promise.all(
      (await entriesOf(id, 'moved')).map((entryId) => payloadOf({ entry_id: entryId })),
    )
    expect(payloads.map(({ data }) => data.by)).toEqual(
      expect.arrayContaining([
        { kind: 'agent', id: agent.id },
        { kind: 'system', id: null },
      ]),
    )
  })

  it('is none once its candidate is erased', async () => {
    const { id, candidate } = await apply('Erased Since')
    await move(id, 'contacted')
    const [entry] = await entriesOf(id, 'moved')
    expect(await payloadOf({ entry_id: entry })).not.toBeNull()
    await sql`update candidates set erased_at = now() where id = ${candidate.id}`.execute(server.db)
    expect(await payloadOf({ entry_id: entry })).toBeNull()
  })
})

describe('the message about a call', () => {
  it('has the time at which it ended, and is none once it is erased', async () => {
    const { id } = await apply('Called')
    const call = (await server.call(logCall, { as: admin, body: { applicationId: id } })).body
    const ended = '2026-03-01T09:30:00.000Z'
    await server.db.updateTable('calls').set({ ended_at: ended }).where('id', '=', call.id).execute()
    const subject = { event: 'call.ended', call_id: call.id }
    expect(Date.parse((await payloadOf(subject)).timestamp)).toBe(Date.parse(ended))
    await sql`update calls set erased_at = now() where id = ${call.id}`.execute(server.db)
    expect(await payloadOf(subject)).toBeNull()
  })
})

it('the message about a voice campaign names no queue that was deleted', async () => {
  await server.call(setVoiceAccount, {
    as: admin,
    params: { provider: 'retell' },
    body: { apiKey: 'key_1', accountId: null },
  })
  const agent = await addAgent('Nova')
  const queue = (await server.call(createCallQueue, { as: admin, body: { name: 'Mornings' } })).body
  const { status, body } = await server.call(createVoiceCampaign, {
    as: admin,
    body: { name: 'Spring', queueId: queue.id, agentId: agent.id },
  })
  expect(status).toBe(201)
  const { id } = body
  const subject = { event: 'campaign.started', subject_kind: 'campaign', subject_id: id, details: {} }
  expect((await payloadOf(subject)).data.campaign.queue).toEqual({ id: queue.id, name: queue.name })
  await sql`update call_queues set deleted_at = now() where id = ${queue.id}`.execute(server.db)
  expect((await payloadOf(subject)).data.campaign.queue).toBeNull()
})
