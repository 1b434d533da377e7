import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getApplication } from '@muster/contract/applications.ts'
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

const takeBack = (id: string, as = recruiter) => server.call(contract.deleteCall, { as, params: { id } })

async function stand(id: string) {
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
  it('moves the application as the pipeline says, as a move by the call', async () => {
    const { id } = await addApplication(server, recruiter)
    expect((await log(id, { outcome: 'qualified' })).movedTo).toMatchObject({ name: 'Qualified' })
    expect((await stand(id)).status.type).toBe('qualified')
    const { body } = await server.call(listActivityLogs, { as: recruiter, params: { id } })
    expect(body.items.find(({ kind }) => kind === 'moved')).toMatchObject({ cause: 'call_outcome' })
    // Interested people are contacted; this one is further along.
    expect((await log(id, { outcome: 'interested' })).movedTo).toBeNull()
    expect((await stand(id)).status.type).toBe('qualified')
  })

  it('may close, with how it ended, and never moves what is closed', async () => {
    await setRules([
      { outcome: 'not_interested', toType: 'closed' },
      { outcome: 'interested', toType: 'contacted' },
    ])
    const { id } = await addApplication(server, recruiter)
    await log(id, { outcome: 'not_interested' })
    expect(await stand(id)).toMatchObject({ status: { type: 'closed' }, disposition: { kind: 'withdrawn' } })
    expect((await log(id, { outcome: 'interested' })).movedTo).toBeNull()
    expect((await stand(id)).status.type).toBe('closed')
  })

  it('moves to a stage, and back only where the rule says so', async () => {
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

  it('hires nobody, and has one rule, of a stage of its pipeline', async () => {
    expect((await setRules([{ outcome: 'interested', toType: 'hired' }])).status).toBe(422)
    const twice = { outcome: 'interested', toType: 'contacted' }
    expect((await setRules([twice, twice])).body.details).toHaveProperty('outcomeRules')
    const elsewhere = { outcome: 'interested', toStageId: pipelineId }
    expect((await setRules([elsewhere])).body.details).toHaveProperty('outcomeRules')
  })

  it('moves no further than its caller may', async () => {
    await setRules([{ outcome: 'interested', toType: 'offer' }])
    const coordinator = await server.addUser(recruiter.workspaceId, 'coordinator')
    const { id } = await addApplication(server, recruiter)
    await server.db
      .updateTable('applications')
      .set({ owner_id: coordinator.id })
      .where('id', '=', id)
      .execute()
    expect((await log(id, { outcome: 'interested' }, coordinator)).movedTo).toBeNull()
    expect((await stand(id)).lastContact?.result).toBe('Spoke with, interested')
  })
})

describe('updateCall', () => {
  it('says otherwise, and what was done before is taken back', async () => {
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
    expect(await stand(id)).toMatchObject({
      status: { type: 'contacted' },
      lastContact: { result: 'Spoke with, interested' },
    })
    const { body: back } = await correct(call.id, { outcome: 'not_interested' })
    expect(back.movedTo).toBeNull()
    expect((await stand(id)).status.type).toBe('lead')
  })

  it('takes a do-not-call back, unless another call says it too', async () => {
    const { id } = await addApplication(server, recruiter)
    const first = await log(id, { outcome: 'do_not_call' })
    await correct(first.id, { outcome: 'callback', callbackAt: '2030-01-07T15:30:00Z' })
    expect(await stand(id)).toMatchObject({
      candidate: { doNotCall: false },
      callbackAt: '2030-01-07T15:30:00.000Z',
    })
    await correct(first.id, { outcome: 'do_not_call' })
    await log(id, { outcome: 'do_not_call' })
    await correct(first.id, { outcome: 'interested' })
    expect((await stand(id)).candidate.doNotCall).toBe(true)
  })

  it('asks when to call back, and takes an outcome for a conversation alone', async () => {
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
  it('takes back a call with all it did, and leaves a trace', async () => {
    await setRules([{ outcome: 'interested', toType: 'contacted' }])
    const { id } = await addApplication(server, recruiter)
    await log(id, {
      outcome: 'callback',
      callbackAt: '2030-01-07T15:30:00Z',
      startedAt: '2026-01-05T10:00:00Z',
    })
    const before = await stand(id)
    const call = await log(id, { outcome: 'interested' })
    expect((await stand(id)).callbackAt).toBeNull()
    expect((await takeBack(call.id)).status).toBe(204)
    const after = await stand(id)
    expect(after.status).toEqual(before.status)
    expect([after.lastContact, after.callbackAt]).toEqual([before.lastContact, before.callbackAt])
    const { body } = await server.call(listActivityLogs, { as: recruiter, params: { id } })
    const entries = body.items.filter(({ kind }) => kind === 'call')
    expect(entries.map(({ revertedAt }) => revertedAt !== null)).toEqual([true, false])
    expect((await takeBack(call.id)).status).toBe(404)
  })

  it('frees somebody who was marked by mistake', async () => {
    const { id } = await addApplication(server, recruiter)
    const call = await log(id, { outcome: 'do_not_call' })
    await takeBack(call.id)
    expect((await stand(id)).candidate.doNotCall).toBe(false)
  })

  it("leaves a colleague's call, but to those who run the workspace", async () => {
    const { id } = await addApplication(server, recruiter)
    const call = await log(id)
    const colleague = await server.addUser(recruiter.workspaceId, 'recruiter')
    expect((await takeBack(call.id, colleague)).status).toBe(403)
    expect((await takeBack(call.id, admin)).status).toBe(204)
  })
})
