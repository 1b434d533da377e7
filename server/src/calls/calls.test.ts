import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { createApplication, getApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/calls.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let coordinator: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  coordinator = await server.addUser(workspaceId, 'coordinator')
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

interface Applied {
  id: string
  candidate: { id: string }
}

async function apply(name: string, more: { ownerId?: string; candidateId?: string } = {}): Promise<Applied> {
  const { candidateId, ownerId } = more
  const person = candidateId ? { candidateId } : { candidate: { name } }
  const where = candidateId ? await addPosition(server.db, workspaceId) : position
  const { body, status } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: where.id, ...person, ownerId: ownerId ?? null },
  })
  expect(status).toBe(201)
  return body
}

type Logged = CallOf<typeof contract.logCall>['body']

function log(applicationId: string, more: Partial<Logged> = {}, as = recruiter) {
  return server.call(contract.logCall, { as, body: { applicationId, ...more } })
}

async function contactOf(id: string) {
  const { body } = await server.call(getApplication, { as: recruiter, params: { id } })
  return body
}

async function addAgent(values: { kind: 'human' | 'voice'; userId?: string; workspace?: string }) {
  const id = newId()
  await server.db
    .insertInto('agents')
    .values({
      workspace_id: values.workspace ?? workspaceId,
      id,
      name: `Agent ${id.slice(-4)}`,
      kind: values.kind,
      user_id: values.userId ?? null,
    })
    .execute()
  return id
}

describe('logCall', () => {
  it('returns the call and shows it on the application', async () => {
    const { id } = await apply('Amara Okafor')
    const { status, body } = await log(id, {
      outcome: 'interested',
      durationSeconds: 192,
      startedAt: '2026-01-05T10:00:00Z',
      summary: 'Asks about the night shift',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      application: { id, candidateName: 'Amara Okafor' },
      direction: 'outbound',
      lifecycle: 'completed',
      endReason: 'human_conversation',
      outcome: 'interested',
      startedAt: '2026-01-05T10:00:00.000Z',
      endedAt: '2026-01-05T10:03:12.000Z',
      durationSeconds: 192,
    })
    expect((await contactOf(id)).lastContact).toEqual({
      at: '2026-01-05T10:00:00.000Z',
      result: 'Spoke with, interested',
    })
  })

  it('names who logged it, also somebody who is no agent', async () => {
    const { id } = await apply('Amara Okafor')
    const { body } = await log(id, { outcome: 'interested' })
    expect(body).toMatchObject({ agent: null, loggedBy: body.outcomeSetBy })
    expect(body.loggedBy?.name).toBeTruthy()
  })

  it('writes it into the history', async () => {
    const { id } = await apply('Ivan Horvat')
    const { body: call } = await log(id, { endReason: 'voicemail', summary: 'Left our number' })
    const { body } = await server.call(listActivityLogs, {
      as: recruiter,
      params: { id },
      query: { kind: 'call' },
    })
    expect(body.items).toMatchObject([
      { kind: 'call', callId: call.id, newValue: 'Voicemail left', body: 'Left our number' },
    ])
    expect(body.items[0]!.actor).toMatchObject({ kind: 'user', id: recruiter.id })
  })

  it('counts attempts until a conversation', async () => {
    const { id } = await apply('Grace Mensah')
    await log(id, { endReason: 'no_answer', startedAt: '2026-01-05T10:00:00Z' })
    await log(id, { endReason: 'no_answer', startedAt: '2026-01-05T12:00:00Z' })
    expect((await contactOf(id)).lastContact?.result).toBe('No answer, 2 tries')
    await log(id, { startedAt: '2026-01-05T13:00:00Z' })
    await log(id, { endReason: 'no_answer', startedAt: '2026-01-05T14:00:00Z' })
    expect((await contactOf(id)).lastContact?.result).toBe('No answer')
  })

  it('sets a callback, and a later call without one clears it', async () => {
    const { id } = await apply('Samuel Reyes')
    await log(id, { outcome: 'callback', callbackAt: '2030-01-07T15:30:00Z' })
    expect(await contactOf(id)).toMatchObject({
      callbackAt: '2030-01-07T15:30:00.000Z',
      lastContact: { result: 'Callback set' },
    })
    await log(id, { endReason: 'busy' })
    expect((await contactOf(id)).callbackAt).toBeNull()
  })

  it('keeps the result of a later call when an earlier one is logged after it', async () => {
    const { id } = await apply('Late entry')
    await log(id, { outcome: 'qualified', startedAt: '2026-01-06T10:00:00Z' })
    await log(id, { endReason: 'voicemail', startedAt: '2026-01-05T10:00:00Z' })
    expect((await contactOf(id)).lastContact).toEqual({
      at: '2026-01-06T10:00:00.000Z',
      result: 'Spoke with, qualified',
    })
  })

  it('is no contact while a call is only queued, and none if it was canceled', async () => {
    const { id, candidate } = await apply('Rings never')
    for (const lifecycle of ['queued', 'canceled'])
      await server.db
        .insertInto('calls')
        .values({
          workspace_id: workspaceId,
          id: newId(),
          application_id: id,
          candidate_id: candidate.id,
          lifecycle,
          started_at: '2026-01-07T10:00:00Z',
        })
        .execute()
    await log(id, { endReason: 'no_answer', startedAt: '2026-01-06T10:00:00Z' })
    expect((await contactOf(id)).lastContact).toEqual({ at: '2026-01-06T10:00:00.000Z', result: 'No answer' })
  })

  it('marks a candidate as do-not-call on all applications, and then refuses calls', async () => {
    const first = await apply('Asks us to stop')
    const second = await apply('', { candidateId: first.candidate.id })
    await log(second.id, { outcome: 'callback', callbackAt: '2030-01-07T15:30:00Z' })
    await log(first.id, { outcome: 'do_not_call' })
    const other = await contactOf(second.id)
    expect(other.candidate.doNotCall).toBe(true)
    expect(other.callbackAt).toBeNull()
    expect(other.can.call).toBe(false)
    const refused = await log(second.id)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('This candidate asked not to be called')
    expect((await log(second.id, { outcome: 'do_not_call' })).status).toBe(201)
  })

  it('stores the direction of a call, outbound by default', async () => {
    const { id } = await apply('Calls us')
    const inbound = await log(id, { direction: 'inbound', outcome: 'interested' })
    expect([inbound.status, inbound.body.direction]).toEqual([201, 'inbound'])
    expect((await log(id)).body.direction).toBe('outbound')
    const read = await server.call(contract.getCall, { as: recruiter, params: { id: inbound.body.id } })
    expect(read.body.direction).toBe('inbound')
    const list = (direction: 'inbound' | 'outbound') =>
      server.call(contract.listCalls, { as: recruiter, query: { applicationId: id, direction } })
    expect((await list('inbound')).body.items.map((call) => call.id)).toEqual([inbound.body.id])
    expect((await list('outbound')).body.items.map((call) => call.id)).not.toContain(inbound.body.id)
    const { status } = await log(id, { direction: 'sideways' as 'inbound' })
    expect(status).toBe(422)
  })

  it('describes an unanswered inbound call as missed and does not count it as an attempt', async () => {
    const { id } = await apply('Calls in vain')
    await log(id, { endReason: 'no_answer', startedAt: '2026-01-05T10:00:00Z' })
    await log(id, { endReason: 'no_answer', direction: 'inbound', startedAt: '2026-01-05T11:00:00Z' })
    expect((await contactOf(id)).lastContact?.result).toBe('Missed their call')
    await log(id, { endReason: 'no_answer', startedAt: '2026-01-05T12:00:00Z' })
    expect((await contactOf(id)).lastContact?.result).toBe('No answer, 2 tries')
  })

  it('logs an inbound call of a do-not-call candidate, but no callback', async () => {
    const { id } = await apply('Calls all the same')
    const { body: stop } = await log(id, { outcome: 'do_not_call' })
    expect((await contactOf(id)).can).toMatchObject({ call: false, logInboundCall: true })
    expect((await log(id, { direction: 'outbound', outcome: 'interested' })).status).toBe(409)
    const { status, body } = await log(id, { direction: 'inbound', outcome: 'interested' })
    expect([status, body.direction]).toEqual([201, 'inbound'])
    const at = '2030-01-07T15:30:00Z'
    const callback = { outcome: 'callback', callbackAt: at } as const
    const refused = await log(id, { direction: 'inbound', ...callback })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This candidate asked not to be called, so you cannot schedule a callback',
    ])
    const correct = (callId: string) =>
      server.call(contract.updateCall, { as: recruiter, params: { id: callId }, body: callback })
    expect((await correct(body.id)).status).toBe(409)
    const now = await contactOf(id)
    expect([now.candidate.doNotCall, now.callbackAt]).toEqual([true, null])
    // Correcting the call that set the mark clears it.
    expect((await correct(stop.id)).status).toBe(200)
    expect((await contactOf(id)).candidate.doNotCall).toBe(false)
  })

  it('logs no call concurrently with one that ends in do-not-call', async () => {
    const { id, candidate } = await apply('Contended')
    const stop = log(id, { outcome: 'do_not_call' })
    const answers = await Promise.all([stop, ...Array.from({ length: 8 }, () => log(id))])
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual(
      [],
    )
    const calls = await server.db
      .selectFrom('calls')
      .where('candidate_id', '=', candidate.id)
      .select('id')
      .execute()
    expect(calls).toHaveLength(answers.filter(({ status }) => status === 201).length)
    expect((await log(id)).status).toBe(409)
  })

  it('counts each of many concurrent calls', async () => {
    const { id } = await apply('Busy line')
    await Promise.all(Array.from({ length: 10 }, () => log(id, { endReason: 'no_answer' })))
    const row = await server.db
      .selectFrom('applications')
      .where('id', '=', id)
      .select(['call_attempts', 'last_contact_result'])
      .executeTakeFirstOrThrow()
    expect(row.call_attempts).toBe(10)
  })

  it('accepts an outcome for a conversation only, and a callback only with a time', async () => {
    const { id } = await apply('Rules')
    const voicemail = await log(id, { endReason: 'voicemail', outcome: 'interested' })
    expect(voicemail.body.details).toHaveProperty('outcome')
    expect((await log(id, { outcome: 'callback' })).body.details).toHaveProperty('callbackAt')
  })

  it.each([
    ['a start in the future', { startedAt: '2999-01-01T00:00:00Z' }, 'startedAt'],
    ['a year nobody means', { startedAt: '0001-01-01T00:00:00+23:00' }, 'startedAt'],
    ['an agent that does not exist', { agentId: newId() }, 'agentId'],
  ])('refuses %s', async (_, more, field) => {
    const { id } = await apply('Refused')
    const { status, body } = await log(id, more)
    expect(status).toBe(422)
    expect(body.details).toHaveProperty(field)
  })

  it("refuses another workspace's agent and does not find its application", async () => {
    const stranger = (await server.addWorkspace()).workspaceId
    const agentId = await addAgent({ kind: 'voice', workspace: stranger })
    const { id } = await apply('Ours')
    expect((await log(id, { agentId })).status).toBe(422)
    const outsider = await server.addUser(stranger, 'recruiter')
    expect((await log(id, {}, outsider)).status).toBe(404)
  })

  it("uses the requester's own agent by default", async () => {
    const caller = await server.addUser(workspaceId, 'recruiter')
    const agentId = await addAgent({ kind: 'human', userId: caller.id })
    const { id } = await apply('Own agent')
    expect((await log(id, {}, caller)).body.agent).toMatchObject({ id: agentId, kind: 'human' })
  })

  it('is in the history as made by the user whose agent it was', async () => {
    const caller = await server.addUser(workspaceId, 'recruiter')
    await addAgent({ kind: 'human', userId: caller.id })
    const { id } = await apply('By a person')
    await log(id, {}, caller)
    const { body } = await server.call(listActivityLogs, { as: recruiter, params: { id } })
    expect(body.items.find(({ kind }) => kind === 'call')?.actor).toMatchObject({
      kind: 'user',
      id: caller.id,
    })
  })

  it('takes no agent that was deleted', async () => {
    const caller = await server.addUser(workspaceId, 'recruiter')
    const agentId = await addAgent({ kind: 'human', userId: caller.id })
    await server.db
      .updateTable('agents')
      .set({ deleted_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', agentId)
      .execute()
    const { id } = await apply('Former agent')
    expect((await log(id, { agentId })).body.details).toHaveProperty('agentId')
    expect((await log(id, {}, caller)).body.agent).toBeNull()
  })

  it('lets a coordinator log calls only on their own applications', async () => {
    const own = await apply('Assigned', { ownerId: coordinator.id })
    const other = await apply('Not assigned')
    expect((await log(own.id, {}, coordinator)).status).toBe(201)
    expect((await log(other.id, {}, coordinator)).status).toBe(404)
  })

  it('logs once for a repeated Idempotency-Key', async () => {
    const { id } = await apply('Once')
    const send = () =>
      server.call(contract.logCall, {
        as: recruiter,
        body: { applicationId: id },
        headers: { 'idempotency-key': `call-${id}` },
      })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  })
})

describe('listCalls', () => {
  it('pages through the calls of an application, newest first', async () => {
    const { id } = await apply('Many calls')
    for (const hour of ['08', '11', '09', '10', '12'])
      await log(id, { endReason: 'no_answer', startedAt: `2026-01-05T${hour}:00:00Z` })
    const hours: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await server.call(contract.listCalls, {
        as: recruiter,
        query: { applicationId: id, limit: 2, cursor },
      })
      expect(body.total).toEqual({ value: 5, atLeast: false })
      hours.push(...body.items.map(({ startedAt }) => startedAt.slice(11, 13)))
      cursor = body.nextCursor ?? undefined
    } while (cursor)
    expect(hours).toEqual(['12', '11', '10', '09', '08'])
  })

  it('finds by name, outcome and time', async () => {
    const { id } = await apply('Zsófia Kovács')
    await log(id, { outcome: 'qualified', startedAt: '2026-02-01T10:00:00Z' })
    await log(id, { outcome: 'interested', startedAt: '2026-02-02T10:00:00Z' })
    await log(id, { outcome: 'qualified', startedAt: '2026-02-03T10:00:00Z' })
    const { body } = await server.call(contract.listCalls, {
      as: recruiter,
      query: { q: 'kovács', outcome: 'qualified,callback', startedFrom: '2026-02-02T00:00:00Z' },
    })
    expect(body.items.map(({ startedAt }) => startedAt)).toEqual(['2026-02-03T10:00:00.000Z'])
  })

  it('shows a coordinator the calls of their applications only', async () => {
    const own = await apply('Mine', { ownerId: coordinator.id })
    const other = await apply('Theirs')
    const { body: seen } = await log(own.id)
    const { body: unseen } = await log(other.id)
    const { body } = await server.call(contract.listCalls, { as: coordinator })
    const ids = body.items.map(({ id }) => id)
    expect(ids).toContain(seen.id)
    expect(ids).not.toContain(unseen.id)
    const get = (id: string) => server.call(contract.getCall, { as: coordinator, params: { id } })
    expect((await get(seen.id)).status).toBe(200)
    expect((await get(unseen.id)).status).toBe(404)
  })

  it('hides the calls of a deleted application until it is restored', async () => {
    const { id } = await apply('Deleted for a while')
    await log(id)
    const setDeleted = (deleted_at: string | null) =>
      server.db.updateTable('applications').set({ deleted_at }).where('id', '=', id).execute()
    const count = async () => {
      const { body } = await server.call(contract.listCalls, { as: recruiter, query: { applicationId: id } })
      return body.items.length
    }
    expect(await count()).toBe(1)
    await setDeleted('2026-01-01')
    expect(await count()).toBe(0)
    await setDeleted(null)
    expect(await count()).toBe(1)
  })

  it('shows a call without an application only to those who see the whole workspace', async () => {
    const id = newId()
    await server.db
      .insertInto('calls')
      .values({
        workspace_id: workspaceId,
        id,
        lifecycle: 'completed',
        direction: 'inbound',
        started_at: '2026-01-01T00:00:00Z',
      })
      .execute()
    const get = (as: TestUser) => server.call(contract.getCall, { as, params: { id } })
    expect((await get(recruiter)).body).toMatchObject({ application: null, direction: 'inbound' })
    expect((await get(coordinator)).status).toBe(404)
  })
})
