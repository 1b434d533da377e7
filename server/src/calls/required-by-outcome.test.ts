import { createHmac } from 'node:crypto'
import { createApplication, getApplication } from '@muster/contract/applications.ts'
import { getCall, logCall, updateCall } from '@muster/contract/calls.ts'
import { createCustomField, retireCustomField } from '@muster/contract/custom-fields.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { installationSecrets } from '../webhooks/testing/send-report.ts'

let server: TestServer
let admin: TestUser
let recruiter: TestUser
let position: TestPosition
let workspaceId: string

beforeAll(async () => {
  server = await startTestServer({ config: { voiceSecrets: installationSecrets } })
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
  await addField('Start date', ['interested', 'qualified'])
})

afterAll(() => server?.stop())

async function addField(label: string, outcomes: ('interested' | 'qualified')[], more: object = {}) {
  const body = { subject: 'call' as const, type: 'text' as const, label, required: { outcomes }, ...more }
  return (await server.call(createCustomField, { as: admin, body })).body.id
}

async function log(name: string, body: object) {
  const { id } = (
    await server.call(createApplication, {
      as: recruiter,
      body: { positionId: position.id, candidate: { name } },
    })
  ).body
  return server.call(logCall, { as: recruiter, body: { applicationId: id, ...body } })
}

const correct = (id: string, body: object) => server.call(updateCall, { as: recruiter, params: { id }, body })

const refusal = {
  code: 'VALIDATION',
  message: 'Fill in first: Start date',
  details: { 'customFields.startDate': ['Required'] },
}

describe('a field that is required with an outcome', () => {
  it('refuses to log the call without it', async () => {
    const refused = await log('Ana', { outcome: 'interested' })
    expect([refused.status, refused.body]).toEqual([422, refusal])
    const logged = await log('Ana B', { outcome: 'interested', customFields: { startDate: 'May' } })
    expect([logged.status, logged.body.customFields]).toEqual([201, { startDate: 'May' }])
  })

  it('is not required with another outcome, nor with none', async () => {
    expect((await log('Bo', { outcome: 'not_interested' })).status).toBe(201)
    expect((await log('Cleo', { endReason: 'no_answer' })).status).toBe(201)
  })

  it('refuses to set the outcome later without it', async () => {
    const { id } = (await log('Dan', { outcome: 'not_interested' })).body
    const refused = await correct(id, { outcome: 'qualified' })
    expect([refused.status, refused.body]).toEqual([422, refusal])
    const customFields = { startDate: 'June' }
    expect((await correct(id, { outcome: 'qualified', customFields })).status).toBe(200)
    expect((await correct(id, { outcome: 'interested' })).status).toBe(200)
    expect((await correct(id, { summary: 'A note' })).status).toBe(200)
  })

  it('is not required of a role that may not change it, nor once it is retired', async () => {
    const id = await addField('Score', ['qualified'], { editableTo: ['admin'] })
    const values = { outcome: 'qualified', customFields: { startDate: 'May' } }
    expect((await log('Eve', values)).status).toBe(201)
    const other = await addField('Grade', ['qualified'])
    expect((await log('Fay', values)).body).toMatchObject({ details: { 'customFields.grade': ['Required'] } })
    await server.call(retireCustomField, { as: admin, params: { id: other } })
    expect((await log('Gil', values)).status).toBe(201)
    await server.call(retireCustomField, { as: admin, params: { id } })
  })

  it('is not required in another workspace', async () => {
    const other = await server.addWorkspace()
    const stranger = await server.addUser(other.workspaceId, 'recruiter')
    const elsewhere = await addPosition(server.db, other.workspaceId)
    const { body } = await server.call(createApplication, {
      as: stranger,
      body: { positionId: elsewhere.id, candidate: { name: 'Hal' } },
    })
    const call = { applicationId: body.id, outcome: 'interested' as const }
    expect((await server.call(logCall, { as: stranger, body: call })).status).toBe(201)
  })
})

/** Reports a conversation as a provider would. */
async function report(applicationId: string, outcome: string) {
  const body = JSON.stringify({
    event: 'call_ended',
    callId: applicationId,
    endReason: 'human_conversation',
    outcome,
    metadata: { applicationId, workspaceId },
  })
  const time = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', installationSecrets.generic)
    .update(time + body)
    .digest('hex')
  const response = await fetch(`${server.url}/api/v1/webhooks/voice/generic`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timestamp': time, 'x-signature': signature },
    body,
  })
  return { status: response.status, body: (await response.json()) as { callId: string } }
}

describe('a call that a provider reports', () => {
  it('is recorded and moves the application, which says what is missing', async () => {
    const license = { subject: 'application', type: 'text', label: 'License' } as const
    const required = { fromStatusType: 'qualified' } as const
    await server.call(createCustomField, { as: admin, body: { ...license, required } })
    const { id } = (
      await server.call(createApplication, {
        as: recruiter,
        body: { positionId: position.id, candidate: { name: 'Ida' } },
      })
    ).body
    const reported = await report(id, 'qualified')
    expect(reported.status).toBe(200)
    const { body } = await server.call(getCall, {
      as: recruiter,
      params: { id: reported.body.callId },
    })
    expect([body.outcome, body.customFields]).toEqual(['qualified', {}])
    const application = await server.call(getApplication, { as: recruiter, params: { id } })
    expect(application.body).toMatchObject({
      status: { type: 'qualified' },
      missingFields: [{ subject: 'application', key: 'license', label: 'License' }],
    })
  })
})
