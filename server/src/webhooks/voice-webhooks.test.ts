import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary, getApplication, updateApplication } from '@muster/contract/applications.ts'
import { getCall, listCalls, updateCall } from '@muster/contract/calls.ts'
import * as contract from '@muster/contract/voice-webhooks.ts'
import fc from 'fast-check'
import { Retell } from 'retell-sdk'
import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { addApplication, type Person } from './testing/add-application.ts'

const secrets = {
  twilio: 'twilio-secret',
  retell: 'retell-secret',
  vapi: 'vapi-secret',
  generic: 'generic-secret',
}

let server: TestServer
let workspaceId: string
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer({ config: { voiceSecrets: secrets } })
  workspaceId = (await server.addWorkspace()).workspaceId
  // A second workspace, so no report matches merely because there is only one.
  await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

const apply = (more: Partial<Person> = {}) => addApplication(server, recruiter, more)

interface Sent {
  status: number
  body: { result: string; callId: string | null; code?: string }
}

function addressOf(provider: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query)
  return `${server.url}/api/v1/webhooks/voice/${provider}${search.size ? `?${search}` : ''}`
}

async function post(address: string, body: string, headers: Record<string, string>): Promise<Sent> {
  const response = await fetch(address, { method: 'POST', headers, body })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

async function sendRetell(payload: unknown, query?: Record<string, string>, secret = secrets.retell) {
  const body = JSON.stringify(payload)
  const signature = await Retell.sign(body, secret)
  return post(addressOf('retell', query), body, {
    'content-type': 'application/json',
    'x-retell-signature': signature,
  })
}

function sendTwilio(fields: Record<string, string>, query: Record<string, string> = {}) {
  const address = addressOf('twilio', query)
  return post(address, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilio.getExpectedTwilioSignature(secrets.twilio, address, fields),
  })
}

function sendVapi(payload: unknown, query?: Record<string, string>) {
  return post(addressOf('vapi', query), JSON.stringify(payload), {
    'content-type': 'application/json',
    'x-vapi-secret': secrets.vapi,
  })
}

function sendGeneric(
  payload: unknown,
  more: { at?: number; secret?: string; query?: Record<string, string> } = {},
) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const time = String(Math.floor((more.at ?? Date.now()) / 1000))
  const digest = createHmac('sha256', more.secret ?? secrets.generic)
    .update(time + body)
    .digest('hex')
  return post(addressOf('generic', more.query), body, {
    'content-type': 'application/json',
    'x-timestamp': time,
    'x-signature': digest,
  })
}

async function read(id: string | null) {
  const { body } = await server.call(getCall, { as: recruiter, params: { id: id! } })
  return body
}

async function statusOf(applicationId: string) {
  const { body } = await server.call(getApplication, { as: recruiter, params: { id: applicationId } })
  return body
}

async function history(applicationId: string) {
  const { body } = await server.call(listActivityLogs, { as: recruiter, params: { id: applicationId } })
  return body.items
}

const dialogue = [
  { role: 'agent', content: 'Hello, this is Nova' },
  { role: 'user', content: 'Hello?' },
  { role: 'agent', content: 'Is it a good time?' },
  { role: 'user', content: 'It is' },
]

function retellCall(applicationId: string, more: object = {}) {
  return {
    call_id: `retell-${newId()}`,
    direction: 'outbound',
    metadata: { application_id: applicationId },
    start_timestamp: Date.UTC(2026, 0, 5, 10),
    end_timestamp: Date.UTC(2026, 0, 5, 10, 3),
    disconnection_reason: 'agent_hangup',
    transcript_object: dialogue,
    ...more,
  }
}

const analysis = (outcome: string, more: object = {}) => ({
  call_analysis: {
    in_voicemail: false,
    call_summary: 'Asks about nights',
    custom_analysis_data: { outcome, ...more },
  },
})

describe('a report of a call', () => {
  it('of Retell becomes a call of its application, with the transcript', async () => {
    const { id } = await apply({ name: 'Amara Okafor' })
    const call = retellCall(id, {
      recording_url: 'https://recordings.example/1.wav',
      call_cost: { combined_cost: 42 },
    })
    const { status, body } = await sendRetell({ event: 'call_ended', call })
    expect([status, body.result]).toEqual([200, 'recorded'])
    await sendRetell({ event: 'call_analyzed', call: { ...call, ...analysis('interested') } })
    expect(await read(body.callId)).toMatchObject({
      application: { id },
      provider: 'retell',
      lifecycle: 'completed',
      endReason: 'human_conversation',
      rawEndReason: 'agent_hangup',
      outcome: 'interested',
      suggestedOutcome: 'interested',
      outcomeSetBy: null,
      durationSeconds: 180,
      cost: { minor: 42, currency: 'USD' },
      summary: 'Asks about nights',
      transcript: 'Agent: Hello, this is Nova\nPerson: Hello?\nAgent: Is it a good time?\nPerson: It is',
      recordingUrl: 'https://recordings.example/1.wav',
    })
    expect(await statusOf(id)).toMatchObject({
      lastContact: { at: '2026-01-05T10:00:00.000Z', result: 'Spoke with, interested' },
      status: { type: 'contacted' },
    })
    const entries = (await history(id)).filter(({ kind }) => kind === 'call')
    expect(entries).toMatchObject([{ callId: body.callId, newValue: 'Spoke with, interested' }])
  })

  it('of Twilio finds its application by the URL, and by the number', async () => {
    const named = await apply({ phone: '+13125550101' })
    const fields = {
      CallSid: `CA${newId()}`,
      CallStatus: 'no-answer',
      To: '+13125559999',
      Direction: 'outbound-api',
    }
    const { body } = await sendTwilio(fields, { applicationId: named.id })
    expect(await read(body.callId)).toMatchObject({ application: { id: named.id }, endReason: 'no_answer' })
    const called = await apply({ phone: '+13125550102' })
    const byNumber = await sendTwilio(
      { ...fields, CallSid: `CA${newId()}`, To: '(312) 555-0102' },
      { workspace: workspaceId },
    )
    expect((await read(byNumber.body.callId)).application?.id).toBe(called.id)
    const inbound = await sendTwilio(
      { CallSid: `CA${newId()}`, CallStatus: 'completed', From: '+13125550102', Direction: 'inbound' },
      { workspace: workspaceId },
    )
    expect(await read(inbound.body.callId)).toMatchObject({
      application: { id: called.id },
      direction: 'inbound',
      endReason: 'unknown',
    })
  })

  it('of Vapi finds its workspace by the agent, and an open application before a closed one', async () => {
    const assistantId = `asst-${newId()}`
    const agentId = newId()
    await server.db
      .insertInto('agents')
      .values({
        workspace_id: workspaceId,
        id: agentId,
        name: 'Nova',
        kind: 'voice',
        provider_agent_id: assistantId,
      })
      .execute()
    const { id } = await apply({ phone: '+13125550103' })
    const { body } = await sendVapi({
      message: {
        type: 'end-of-call-report',
        endedReason: 'customer-did-not-answer',
        call: {
          id: `vapi-${newId()}`,
          type: 'outboundPhoneCall',
          assistantId,
          customer: { number: '+1 312 555 0103' },
        },
      },
    })
    expect(await read(body.callId)).toMatchObject({
      application: { id },
      agent: { id: agentId },
      lifecycle: 'no_answer',
      endReason: 'no_answer',
    })
    const entry = (await history(id)).find(({ kind }) => kind === 'call')
    expect(entry?.actor).toMatchObject({ kind: 'agent', name: 'Nova' })
  })

  it('matches nobody if two candidates have the number', async () => {
    await apply({ phone: '+13125550104' })
    await apply({ phone: '+13125550104' })
    const { body } = await sendGeneric(
      { callId: newId(), status: 'completed', to: '+13125550104' },
      { query: { workspace: workspaceId } },
    )
    expect((await read(body.callId)).application).toBeNull()
  })

  it('without a workspace is stored, and claimed once another names it', async () => {
    const { id } = await apply()
    const callId = `late-${newId()}`
    const early = await sendGeneric({ callId, status: 'ringing', from: '+1 312 555 0199' })
    expect([early.status, early.body]).toEqual([202, { result: 'unclaimed', callId: null }])
    const head = await server.addUser(workspaceId, 'superadmin')
    const unclaimed = () => server.call(contract.listUnclaimedVoiceEvents, { as: head, query: { q: callId } })
    expect((await unclaimed()).body.items).toMatchObject([
      { providerCallId: callId, phone: '+1 312 555 0199', why: 'no_names', event: { body: { callId } } },
    ])
    await sendGeneric({ callId, status: 'in_progress', metadata: { applicationId: newId() } })
    expect((await unclaimed()).body.items.map(({ why }) => why)).toEqual(['unknown_names', 'no_names'])
    const late = await sendGeneric({ callId, endReason: 'busy', metadata: { applicationId: id } })
    expect(late.status).toBe(200)
    const row = await server.db
      .selectFrom('calls')
      .where('id', '=', late.body.callId)
      .select(['from_number', 'raw'])
      .executeTakeFirstOrThrow()
    expect(row.from_number).toBe('+1 312 555 0199')
    expect(row.raw).toHaveLength(3)
    expect((await unclaimed()).body.items).toEqual([])
  })

  it('has one effect when it arrives twenty times at once', async () => {
    const { id } = await apply()
    const payload = { callId: newId(), endReason: 'no_answer', metadata: { applicationId: id } }
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendGeneric(payload)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.callId)).size).toBe(1)
    expect((await history(id)).filter(({ kind }) => kind === 'call')).toHaveLength(1)
    const { body } = await server.call(getApplicantSummary, { as: recruiter, params: { id } })
    expect(body.callAttempts).toBe(1)
  })

  it('has the same effect in any order, even if a later one contradicts it', async () => {
    const reports = (applicationId: string) => {
      const call = retellCall(applicationId)
      return [
        {
          event: 'call_started',
          call: { ...call, end_timestamp: undefined, disconnection_reason: undefined },
        },
        { event: 'call_ended', call },
        {
          event: 'call_analyzed',
          event_timestamp: Date.UTC(2026, 0, 5, 11),
          call: { ...call, ...analysis('qualified') },
        },
        {
          event: 'call_analyzed',
          event_timestamp: Date.UTC(2026, 0, 5, 12),
          call: { ...call, ...analysis('callback', { callback_at: '2030-01-07T15:30:00Z' }) },
        },
      ]
    }
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 3, 2, 0, 1, 3],
    ]) {
      const { id } = await apply()
      const all = reports(id)
      for (const place of order) expect((await sendRetell(all[place])).status).toBe(200)
      expect(await statusOf(id)).toMatchObject({
        status: { type: 'contacted' },
        callbackAt: '2030-01-07T15:30:00.000Z',
        lastContact: { result: 'Callback set' },
      })
      expect((await history(id)).filter(({ kind }) => kind === 'call')).toHaveLength(1)
    }
  })

  it('marks a candidate as do-not-call as soon as they tell an agent', async () => {
    const { id } = await apply()
    await sendRetell({ event: 'call_analyzed', call: { ...retellCall(id), ...analysis('do_not_call') } })
    expect((await statusOf(id)).candidate.doNotCall).toBe(true)
  })

  it('keeps what a user stated about the call', async () => {
    const { id } = await apply()
    const call = retellCall(id)
    const { body } = await sendRetell({ event: 'call_ended', call })
    await server.call(updateCall, {
      as: recruiter,
      params: { id: body.callId! },
      body: { outcome: 'not_interested' },
    })
    await sendRetell({ event: 'call_analyzed', call: { ...call, ...analysis('qualified') } })
    expect(await read(body.callId)).toMatchObject({
      outcome: 'not_interested',
      suggestedOutcome: 'qualified',
    })
    expect((await statusOf(id)).status.type).toBe('lead')
  })

  it('that comes late keeps a callback that a user set since the call', async () => {
    const { id } = await apply()
    const call = retellCall(id)
    await sendRetell({ event: 'call_ended', call })
    const callbackAt = '2030-01-07T15:30:00.000Z'
    await server.call(updateApplication, { as: recruiter, params: { id }, body: { callbackAt } })
    await sendRetell({ event: 'call_analyzed', call: { ...call, ...analysis('interested') } })
    expect((await statusOf(id)).callbackAt).toBe(callbackAt)
  })

  it('keeps the agent of a call, though the agent was deleted before the next report', async () => {
    const [agentId, providerAgentId] = [newId(), `agent-${newId()}`]
    await server.db
      .insertInto('agents')
      .values({
        workspace_id: workspaceId,
        id: agentId,
        name: 'Vega',
        kind: 'voice',
        provider_agent_id: providerAgentId,
      })
      .execute()
    const { id } = await apply()
    const call = retellCall(id, { agent_id: providerAgentId })
    const { body } = await sendRetell({ event: 'call_ended', call })
    await server.db
      .updateTable('agents')
      .set({ deleted_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', agentId)
      .execute()
    await sendRetell({ event: 'call_analyzed', call: { ...call, ...analysis('interested') } })
    expect((await read(body.callId)).agent).toMatchObject({ id: agentId })
  })

  it('with a start in the future counts from now', async () => {
    const { id } = await apply()
    const year = Date.now() + 365 * 86_400_000
    const call = retellCall(id, { start_timestamp: year, end_timestamp: year + 60_000 })
    const { body } = await sendRetell({ event: 'call_ended', call })
    expect(Date.parse((await read(body.callId)).startedAt)).toBeLessThan(year - 86_400_000)
  })

  it('that names another application than before leaves no contact on the first one', async () => {
    const [{ id }, { id: other }] = [await apply(), await apply()]
    const call = retellCall(id)
    await sendRetell({ event: 'call_ended', call })
    expect((await statusOf(id)).lastContact).not.toBeNull()
    const corrected = { ...call, metadata: { application_id: other }, ...analysis('interested') }
    const { body } = await sendRetell({ event: 'call_analyzed', call: corrected })
    const { application } = await read(body.callId)
    const contacts = [(await statusOf(id)).lastContact, (await statusOf(other)).lastContact]
    expect(contacts.map((contact) => contact !== null)).toEqual(
      [id, other].map((one) => one === application?.id),
    )
  })

  it('decides again once a user withdraws what they stated', async () => {
    const { id } = await apply()
    const call = retellCall(id)
    const { body } = await sendRetell({ event: 'call_ended', call })
    const state = (outcome: 'not_interested' | null) =>
      server.call(updateCall, { as: recruiter, params: { id: body.callId! }, body: { outcome } })
    expect((await state('not_interested')).body.outcomeSetBy).toMatchObject({ id: recruiter.id })
    expect((await state(null)).body).toMatchObject({ outcome: null, outcomeSetBy: null })
    await sendRetell({ event: 'call_analyzed', call: { ...call, ...analysis('qualified') } })
    expect(await read(body.callId)).toMatchObject({ outcome: 'qualified', outcomeSetBy: null })
  })

  it('with only progress messages is dropped, and one without a call is kept for the operator', async () => {
    const chatter = await sendVapi({ message: { type: 'speech-update', call: { id: 'x' } } })
    expect(chatter.body.result).toBe('ignored')
    expect((await sendVapi({ message: { type: 'something-new' } })).status).toBe(202)
    expect((await sendGeneric('[1, 2]')).status).toBe(202)
    expect((await sendGeneric('{')).status).toBe(400)
  })
})

describe('who may report', () => {
  it('is decided by the signature and its time', async () => {
    const payload = { callId: newId(), status: 'ringing' }
    expect((await sendGeneric(payload, { secret: 'wrong' })).status).toBe(401)
    expect((await sendGeneric(payload, { at: Date.now() - 310_000 })).status).toBe(401)
    expect((await sendGeneric(payload, { at: Date.now() + 310_000 })).status).toBe(401)
    expect((await sendGeneric(payload, { at: Date.now() - 290_000 })).status).toBe(202)
    expect((await post(addressOf('retell'), '{}', {})).status).toBe(401)
    expect((await post(addressOf('unheard-of'), '{}', {})).status).toBe(404)
  })

  it('is Twilio, also if it signs a URL without the port, or with the one that the scheme implies', async () => {
    const fields = { CallSid: `CA${newId()}`, CallStatus: 'ringing' }
    const address = addressOf('twilio')
    for (const port of ['', ':80']) {
      const signed = address.replace(/:\d+(?=\/)/, port)
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilio.getExpectedTwilioSignature(secrets.twilio, signed, fields),
      }
      expect((await post(address, new URLSearchParams(fields).toString(), headers)).status).toBe(202)
    }
  })

  it('is a workspace with its own secret, also if the URL writes its id in capitals', async () => {
    const as = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const params = { provider: 'retell' as const }
    await server.call(contract.setVoiceSecret, { as, params, body: { secret: 'their own' } })
    const payload = { event: 'call_ended', call: { call_id: newId(), call_status: 'ended' } }
    const query = { workspace: as.workspaceId.toUpperCase() }
    expect((await sendRetell(payload, query)).status).toBe(401)
    expect((await sendRetell(payload, query, 'their own')).status).toBe(200)
  })

  it('is told for each provider and workspace apart', async () => {
    const as = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const set = (provider: contract.VoiceProvider, secret: string | null) =>
      server.call(contract.setVoiceSecret, { as, params: { provider }, body: { secret } })
    await set('retell', 'one')
    await set('vapi', 'two')
    await set('retell', null)
    const own = async (user: TestUser) =>
      (await server.call(contract.listVoiceWebhooks, { as: user })).body.items
        .filter(({ secret, setAt }) => secret === 'workspace' || setAt !== null)
        .map(({ provider }) => provider)
    expect([await own(as), await own(other)]).toEqual([['vapi'], []])
  })

  it('is a workspace with its own secret, only for its own calls', async () => {
    const stranger = (await server.addWorkspace()).workspaceId
    const admin = await server.addUser(stranger, 'admin')
    const set = await server.call(contract.setVoiceSecret, {
      as: admin,
      params: { provider: 'retell' },
      body: { secret: 'their own' },
    })
    expect(set.body).toMatchObject({ provider: 'retell', secret: 'workspace' })
    expect(JSON.stringify(set.body)).not.toContain('their own')
    const { sealed } = await server.db.selectFrom('voice_secrets').select('sealed').executeTakeFirstOrThrow()
    expect(sealed).not.toContain('their own')
    const { id } = await apply()
    const payload = { event: 'call_ended', call: retellCall(id) }
    expect((await sendRetell(payload, { workspace: stranger })).status).toBe(401)
    const { body } = await sendRetell(payload, { workspace: stranger }, 'their own')
    const row = await server.db
      .selectFrom('calls')
      .where('id', '=', body.callId)
      .select(['workspace_id', 'application_id'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ workspace_id: stranger, application_id: null })
    const { body: listed } = await server.call(contract.listVoiceWebhooks, { as: admin })
    expect(listed.items.map(({ secret }) => secret)).toEqual([
      'installation',
      'installation',
      'workspace',
      'installation',
    ])
    await server.call(contract.setVoiceSecret, {
      as: admin,
      params: { provider: 'retell' },
      body: { secret: null },
    })
    expect((await sendRetell(payload, { workspace: stranger })).status).toBe(200)
  })
})

describe('whatever a provider sends', () => {
  const odd = fc.oneof(
    fc.constantFrom(null, true, -1, 1e300, '', '\u0000', '\ud800', 'NaN', '9999-99-99', [], {}, [[]], {
      a: { b: 1 },
    }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.integer(),
  )
  const mutate = (payload: unknown): fc.Arbitrary<unknown> =>
    Array.isArray(payload)
      ? fc.oneof({ weight: 4, arbitrary: fc.constant(payload) }, { weight: 1, arbitrary: odd })
      : typeof payload === 'object' && payload !== null
        ? fc
            .record(Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, mutate(value)])), {
              requiredKeys: [],
            })
            .map((value) => value as unknown)
        : fc.oneof({ weight: 4, arbitrary: fc.constant(payload) }, { weight: 1, arbitrary: odd })

  const folder = new URL('../../../../shared/data/calls/', import.meta.url)
  const samples: [contract.VoiceProvider, unknown][] = [
    ['retell', { event: 'call_analyzed', call: { ...retellCall(newId()), ...analysis('callback') } }],
    [
      'vapi',
      {
        message: {
          type: 'end-of-call-report',
          endedReason: 'assistant-ended-call',
          startedAt: '2024-01-15T10:30:00Z',
          cost: 0.15,
          transcript: [{ role: 'user', message: 'Hi' }],
          call: {
            id: 'vapi-odd',
            status: 'ended',
            customer: { number: '+19876543210' },
            costs: [{ cost: 0.1 }],
          },
        },
      },
    ],
    ['generic', { callId: 'odd', endReason: 'human_conversation', outcome: 'qualified', to: '+13125550177' }],
    ...(existsSync(folder)
      ? (['retell_call_ended_docs', 'vapi_end_of_call_report'] as const).map(
          (name): [contract.VoiceProvider, unknown] => [
            name.split('_')[0] as contract.VoiceProvider,
            JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')),
          ],
        )
      : []),
  ]

  it.each(samples)('from %s breaks nothing and is never lost, sample %#', async (provider, sample) => {
    const send = (payload: unknown) => {
      const query = { workspace: workspaceId }
      if (provider === 'retell') return sendRetell(payload, query)
      return provider === 'vapi' ? sendVapi(payload, query) : sendGeneric(payload, { query })
    }
    await fc.assert(
      fc.asyncProperty(mutate(sample), async (payload) => {
        const { status, body } = await send(payload)
        expect([status, body.result]).toEqual([body.result === 'unclaimed' ? 202 : 200, expect.any(String)])
      }),
      { numRuns: 40 },
    )
    const { status } = await server.call(listCalls, { as: recruiter, query: { limit: 200 } })
    expect(status).toBe(200)
  })

  it('has the same effect in any order on call, application and candidate', async () => {
    const report = fc.record(
      {
        event: fc.constantFrom('call_started', 'call_ended', 'call_analyzed'),
        at: fc.integer({ min: 1767600000, max: 1767600900 }),
        status: fc.constantFrom('ringing', 'in_progress', 'completed', 'no_answer', 'busy', 'new'),
        endReason: fc.constantFrom('human_conversation', 'user_hangup', 'voicemail', 'busy', 'never seen'),
        answeredBy: fc.constantFrom('human', 'machine'),
        outcome: fc.constantFrom('qualified', 'interested', 'callback', 'do_not_call', 'not_interested'),
        callbackAt: fc.constantFrom('2030-01-07T15:30:00Z', 'someday'),
        summary: fc.constantFrom('One', 'Two'),
      },
      { requiredKeys: ['event', 'at'] },
    )
    const send = async (reports: object[]) => {
      const { id } = await apply()
      const callId = newId()
      let answer = ''
      for (const each of reports) {
        const { body } = await sendGeneric({
          ...each,
          callId,
          startedAt: '2026-01-05T10:00:00Z',
          metadata: { applicationId: id },
        })
        answer = body.callId!
      }
      const { id: _, createdAt, updatedAt, application, providerCallId, ...call } = await read(answer)
      const { status, callbackAt, lastContact, candidate } = await statusOf(id)
      const told = (await history(id)).filter(({ kind }) => kind === 'call').map(({ newValue }) => newValue)
      return { call, status: status.type, callbackAt, lastContact, doNotCall: candidate.doNotCall, told }
    }
    await fc.assert(
      fc.asyncProperty(
        // Simultaneous reports are ordered by their bytes, which differ between the two calls.
        fc
          .uniqueArray(report, { minLength: 1, maxLength: 4, selector: ({ at }) => at })
          .chain((all) =>
            fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
          ),
        async ([once, again]) => {
          expect(await send(again)).toEqual(await send(once))
        },
      ),
      { numRuns: 12 },
    )
  })

  it('from Twilio breaks nothing either', async () => {
    const fields = ['CallSid', 'CallStatus', 'CallDuration', 'Timestamp', 'From', 'To', 'AnsweredBy', 'Price']
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom('completed', '15', '-0.03'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.record(Object.fromEntries(fields.map((name) => [name, text])), { requiredKeys: [] }),
        async (sent) => {
          const { status } = await sendTwilio({ Some: 'thing', ...sent } as Record<string, string>, {
            workspace: workspaceId,
          })
          expect([200, 202]).toContain(status)
        },
      ),
      { numRuns: 40 },
    )
  })
})
