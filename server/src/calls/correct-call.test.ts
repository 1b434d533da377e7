import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getApplication, updateApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/calls.ts'
import { updatePipeline } from '@muster/contract/pipelines.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { addApplication } from '../webhooks/testing/add-application.ts'

let server: TestServer
let pipelineId: string
let admin: TestUser
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const workspace = await server.addWorkspace()
  pipelineId = workspace.pipelineId
  admin = await server.addUser(workspace.workspaceId, 'admin')
  recruiter = await server.addUser(workspace.workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

async function log(applicationId: string, more: object = {}, as = recruiter) {
  const { body, status } = await server.call(contract.logCall, { as, body: { applicationId, ...more } })
  expect(status).toBe(201)
  return body
}

const correct = (id: string, body: object, as = recruiter) =>
  server.call(contract.updateCall, { as, params: { id }, body })

const deleteCall = (id: string, as = recruiter) => server.call(contract.deleteCall, { as, params: { id } })

async function statusOf(id: string) {
  return (await server.call(getApplication, { as: admin, params: { id } })).body
}

async function setRules(outcomeRules: object[]) {
  return server.call(updatePipeline, {
    as: admin,
    params: { id: pipelineId },
    body: { outcomeRules: outcomeRules as never },
  })
}

describe('an outcome', () => {
  it("moves the application by the pipeline's rules, as a move by the call", async () => {
    const { id } = await addApplication(server, recruiter)
    expect((await log(id, { outcome: 'qualified' })).movedTo).toMatchObject({ name: 'Qualified' })
    expect((await statusOf(id)).status.type).toBe('qualified')
    const { body } = await server.call(listActivityLogs, { as: recruiter, params: { id } })
    expect(body.items.find(({ kind }) => kind === 'moved')).toMatchObject({ cause: 'call_outcome' })
    // The rule for `interested` leads to contacted, which this application has passed.
    expect((await log(id, { outcome: 'interested' })).movedTo).toBeNull()
    expect((await statusOf(id)).status.type).toBe('qualified')
  })

  it('may close the application with a disposition, and never moves a closed one', async () => {
    await setRules([
      { outcome: 'not_interested', toType: 'closed' },
      { outcome: 'interested', toType: 'contacted' },
    ])
    const { id } = await addApplication(server, recruiter)
    await log(id, { outcome: 'not_interested' })
    expect(await statusOf(id)).toMatchObject({
      status: { type: 'closed' },
      disposition: { kind: 'withdrawn' },
    })
    expect((await log(id, { outcome: 'interested' })).movedTo).toBeNull()
    expect((await statusOf(id)).status.type).toBe('closed')
  })

  it('moves to a stage, and backwards only if the rule allows it', async () => {
    const { body } = await setRules([])
    const lead = body.stages.find(({ type }) => type === 'lead')!.id
    const offer = body.stages.find(({ type }) => type === 'offer')!.id
    await setRules([
      { outcome: 'interested', toStageId: offer },
      { outcome: 'wrong_person', toStageId: lead },
    ])
    const { id } = await addApplication(server, recruiter)
    expect((await log(id, { outcome: 'interested' })).movedTo).toMatchObject({ name: 'Offer' })
    expect((await log(id, { outcome: 'wrong_person' })).movedTo).toBeNull()
    await setRules([{ outcome: 'wrong_person', toStageId: lead, backwards: true }])
    expect((await log(id, { outcome: 'wrong_person' })).movedTo).toMatchObject({ name: 'Lead' })
  })

  it('hires nobody, and has at most one rule, with a stage of its pipeline', async () => {
    expect((await setRules([{ outcome: 'interested', toType: 'hired' }])).status).toBe(422)
    const twice = { outcome: 'interested', toType: 'contacted' }
    expect((await setRules([twice, twice])).body.details).toHaveProperty('outcomeRules')
    const elsewhere = { outcome: 'interested', toStageId: pipelineId }
    expect((await setRules([elsewhere])).body.details).toHaveProperty('outcomeRules')
  })

  it('moves no further than the user may', async () => {
    await setRules([{ outcome: 'interested', toType: 'offer' }])
    const coordinator = await server.addUser(recruiter.workspaceId, 'coordinator')
    const { id } = await addApplication(server, recruiter)
    await server.db
      .updateTable('applications')
      .set({ owner_id: coordinator.id })
      .where('id', '=', id)
      .execute()
    expect((await log(id, { outcome: 'interested' }, coordinator)).movedTo).toBeNull()
    expect((await statusOf(id)).lastContact?.result).toBe('Spoke with, interested')
  })
})

describe('an outcome whose status', () => {
  const rule = { outcome: 'interested', toType: 'contacted' }

  const setStatus = async (
    applicationId: string,
    type: string,
    values: { deleted_at?: string; type?: string },
  ) => {
    const { positionId } = await server.db
      .selectFrom('applications')
      .where('id', '=', applicationId)
      .select('position_id as positionId')
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('statuses')
      .set(values)
      .where('position_id', '=', positionId)
      .where('type', '=', type)
      .execute()
  }

  it('was deleted from the board moves nothing', async () => {
    await setRules([rule])
    const { id } = await addApplication(server, recruiter)
    await setStatus(id, 'contacted', { deleted_at: '2026-01-01T00:00:00Z' })
    expect((await log(id, { outcome: 'interested' })).movedTo).toBeNull()
    expect((await statusOf(id)).status.type).toBe('lead')
  })

  it('means hired on this board hires nobody', async () => {
    const { body } = await setRules([])
    const offer = body.stages.find(({ type }) => type === 'offer')!.id
    await setRules([{ outcome: 'interested', toStageId: offer }])
    const { id } = await addApplication(server, recruiter)
    await setStatus(id, 'offer', { type: 'hired' })
    expect((await log(id, { outcome: 'interested' })).movedTo).toBeNull()
    expect((await statusOf(id)).status.type).toBe('lead')
  })
})

describe('updateCall', () => {
  it('finds no call of an application that the requester may not see', async () => {
    const coordinator = await server.addUser(recruiter.workspaceId, 'coordinator')
    const { id } = await addApplication(server, recruiter)
    const call = await log(id)
    expect((await correct(call.id, { summary: 'Mine' }, coordinator)).status).toBe(404)
  })

  it('of the summary alone keeps a callback that was set by hand', async () => {
    const { id } = await addApplication(server, recruiter)
    const call = await log(id)
    const callbackAt = '2030-01-07T15:30:00.000Z'
    await server.call(updateApplication, { as: recruiter, params: { id }, body: { callbackAt } })
    expect((await correct(call.id, { summary: 'Asks for nights' })).status).toBe(200)
    expect((await statusOf(id)).callbackAt).toBe(callbackAt)
  })

  it('to do-not-call leaves no callback, whatever time is sent with it', async () => {
    const { id } = await addApplication(server, recruiter)
    const call = await log(id, { outcome: 'interested' })
    await correct(call.id, { outcome: 'do_not_call', callbackAt: '2030-01-07T15:30:00Z' })
    expect((await statusOf(id)).callbackAt).toBeNull()
  })

  it('sets no callback on an earlier call of a candidate who asked not to be called', async () => {
    const { id } = await addApplication(server, recruiter)
    const callback = { outcome: 'callback', callbackAt: '2030-01-07T15:30:00Z' }
    const earlier = await log(id, { ...callback, startedAt: '2026-01-05T10:00:00Z' })
    await log(id, { outcome: 'do_not_call' })
    expect((await correct(earlier.id, { callbackAt: '2030-01-08T15:30:00Z' })).status).toBe(409)
    expect((await statusOf(id)).callbackAt).toBeNull()
  })

  it('replaces the outcome and undoes the effects of the previous one', async () => {
    await setRules([
      { outcome: 'qualified', toType: 'qualified' },
      { outcome: 'interested', toType: 'contacted' },
    ])
    const { id } = await addApplication(server, recruiter)
    const call = await log(id, { outcome: 'qualified' })
    const { body } = await correct(call.id, { outcome: 'interested' }, admin)
    expect(body).toMatchObject({
      outcome: 'interested',
      outcomeSetBy: { id: admin.id },
      movedTo: { name: 'Contacted' },
    })
    expect(await statusOf(id)).toMatchObject({
      status: { type: 'contacted' },
      lastContact: { result: 'Spoke with, interested' },
    })
    const { body: back } = await correct(call.id, { outcome: 'not_interested' })
    expect(back.movedTo).toBeNull()
    expect((await statusOf(id)).status.type).toBe('lead')
  })

  it('removes a do-not-call mark, unless another call set it too', async () => {
    const { id } = await addApplication(server, recruiter)
    const first = await log(id, { outcome: 'do_not_call' })
    await correct(first.id, { outcome: 'callback', callbackAt: '2030-01-07T15:30:00Z' })
    expect(await statusOf(id)).toMatchObject({
      candidate: { doNotCall: false },
      callbackAt: '2030-01-07T15:30:00.000Z',
    })
    await correct(first.id, { outcome: 'do_not_call' })
    await log(id, { outcome: 'do_not_call' })
    await correct(first.id, { outcome: 'interested' })
    expect((await statusOf(id)).candidate.doNotCall).toBe(true)
  })

  it('requires a callback time, and accepts an outcome for a conversation only', async () => {
    const { id } = await addApplication(server, recruiter)
    const call = await log(id, { outcome: 'interested' })
    expect((await correct(call.id, { outcome: 'callback' })).body.details).toHaveProperty('callbackAt')
    const missed = await log(id, { endReason: 'no_answer' })
    expect((await correct(missed.id, { outcome: 'interested' })).body.details).toHaveProperty('outcome')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    expect((await correct(call.id, { outcome: 'qualified' }, stranger)).status).toBe(404)
  })
})

describe('deleteCall', () => {
  it('undoes a call with all its effects and keeps an entry in the history', async () => {
    await setRules([{ outcome: 'interested', toType: 'contacted' }])
    const { id } = await addApplication(server, recruiter)
    await log(id, {
      outcome: 'callback',
      callbackAt: '2030-01-07T15:30:00Z',
      startedAt: '2026-01-05T10:00:00Z',
    })
    const before = await statusOf(id)
    const call = await log(id, { outcome: 'interested' })
    expect((await statusOf(id)).callbackAt).toBeNull()
    expect((await deleteCall(call.id)).status).toBe(204)
    const after = await statusOf(id)
    expect(after.status).toEqual(before.status)
    expect([after.lastContact, after.callbackAt]).toEqual([before.lastContact, before.callbackAt])
    const { body } = await server.call(listActivityLogs, { as: recruiter, params: { id } })
    const entries = body.items.filter(({ kind }) => kind === 'call')
    expect(entries.map(({ revertedAt }) => revertedAt !== null)).toEqual([true, false])
    expect((await deleteCall(call.id)).status).toBe(404)
  })

  it('of an earlier call keeps a callback that was set by hand since', async () => {
    const { id } = await addApplication(server, recruiter)
    const earlier = await log(id, { startedAt: '2026-01-05T10:00:00Z' })
    await log(id)
    const callbackAt = '2030-01-07T15:30:00.000Z'
    await server.call(updateApplication, { as: recruiter, params: { id }, body: { callbackAt } })
    expect((await deleteCall(earlier.id)).status).toBe(204)
    expect((await statusOf(id)).callbackAt).toBe(callbackAt)
  })

  it('of a call that a provider reported is refused to everybody', async () => {
    const { id } = await addApplication(server, recruiter)
    const call = await log(id)
    await server.db
      .updateTable('calls')
      .set({ logged_by: null, provider: 'retell', provider_call_id: call.id })
      .where('id', '=', call.id)
      .execute()
    expect((await deleteCall(call.id, admin)).status).toBe(403)
  })

  it('clears a do-not-call mark that was set by mistake', async () => {
    const { id } = await addApplication(server, recruiter)
    const call = await log(id, { outcome: 'do_not_call' })
    await deleteCall(call.id)
    expect((await statusOf(id)).candidate.doNotCall).toBe(false)
  })

  it("refuses a colleague's call, except to admins of the workspace", async () => {
    const { id } = await addApplication(server, recruiter)
    const call = await log(id)
    const colleague = await server.addUser(recruiter.workspaceId, 'recruiter')
    expect((await deleteCall(call.id, colleague)).status).toBe(403)
    expect((await deleteCall(call.id, admin)).status).toBe(204)
  })
})
