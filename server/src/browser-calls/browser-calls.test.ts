import { createAgent } from '@muster/contract/agents.ts'
import { createApplication, deleteApplication } from '@muster/contract/applications.ts'
import { listAuditLogs } from '@muster/contract/audit-logs.ts'
import * as contract from '@muster/contract/browser-calls.ts'
import * as queues from '@muster/contract/call-queues.ts'
import { deleteCall, getCall, listCalls, logCall, updateCall } from '@muster/contract/calls.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { recordConsent } from '@muster/contract/consents.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { setVoiceAccount } from '@muster/contract/voice-campaigns.ts'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { sql } from 'kysely'
import twilio from 'twilio'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { twilioApp } from '../testing/seed-browser-calls.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { endLostCalls } from '../voice-campaigns/end-lost-calls.ts'
import { createAccessToken } from './access-token.ts'
import { dialFields, sendForm } from './testing/send-form.ts'

let server: TestServer
let workspaceId: string
let owner: TestUser
let caller: TestUser
let colleague: TestUser
let stranger: TestUser
let position: TestPosition
/** As Twilio is told. */
let publicWebhook: string

const { accountId, authToken, ...settings } = twilioApp

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  caller = await server.addUser(workspaceId, 'recruiter', { name: 'Carl Caller' })
  colleague = await server.addUser(workspaceId, 'recruiter')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  await setUp(owner)
  publicWebhook = (await server.call(contract.getBrowserCallSettings, { as: owner })).body.url
})

beforeEach(async () => {
  position = await addPosition(server.db, workspaceId)
  await server.db.deleteFrom('call_claims').execute()
})

afterAll(() => server?.stop())

const setAccount = (as: TestUser, apiKey: string | null = authToken) =>
  server.call(setVoiceAccount, {
    as,
    params: { provider: 'twilio' },
    body: { apiKey, accountId: apiKey === null ? null : accountId },
  })

const set = (as: TestUser, more: Partial<CallOf<typeof contract.setBrowserCallSettings>['body']> = {}) =>
  server.call(contract.setBrowserCallSettings, { as, body: { ...settings, ...more } })

async function setUp(as: TestUser): Promise<void> {
  expect((await setAccount(as)).status).toBe(200)
  expect((await set(as)).status).toBe(200)
}

interface Claimed {
  queueId: string
  applicationId: string
  candidateId: string
  phone: string
}

/** Adds a person to a new queue, whom the caller then has. */
async function claimSomebody(as: TestUser = caller): Promise<Claimed> {
  const phone = phoneWhere('day')
  const person = await server.call(createApplication, {
    as: owner,
    body: { positionId: position.id, candidate: { name: 'Petra Person', phone } },
  })
  const queue = await server.call(queues.createCallQueue, {
    as: owner,
    body: { name: `Queue ${newId()}`, filters: { positionId: position.id }, ...longestHours },
  })
  const claimed = await server.call(queues.claimNextCall, { as, params: { id: queue.body.id }, body: {} })
  expect(claimed.body.claim?.applicationId).toBe(person.body.id)
  const { id: applicationId, candidate } = person.body
  return { queueId: queue.body.id, applicationId, candidateId: candidate.id, phone }
}

const prepare = (applicationId: string, as: TestUser = caller) =>
  server.call(contract.prepareBrowserCall, { as, body: { applicationId } })

const webhook = (ofWorkspace = workspaceId) => `${server.url}/api/v1/webhooks/browser-calls/${ofWorkspace}/`

/** Sends JSON as Twilio does, signed with the auth token. */
async function sendJson(url: string, body: string): Promise<Response> {
  const signed = `${url}?bodySHA256=${twilio.getExpectedBodyHash(body)}`
  return fetch(signed, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, signed, {}),
    },
    body,
  })
}

interface Dial {
  as?: TestUser
  callId?: string
  parentId?: string
}

/** Dials as Twilio does once the browser has connected. Returns the TwiML and the ID of the call. */
async function dial({ applicationId }: Claimed, { as = caller, callId = newId(), parentId }: Dial = {}) {
  const fields = dialFields(as, { callId, applicationId, ...(parentId && { parentId }) })
  const answer = await sendForm(webhook(), fields)
  expect([answer.status, answer.type]).toEqual([200, 'text/xml; charset=utf-8'])
  return { callId, twiml: answer.text }
}

function dialing(phone: string, callId: string): string {
  const url = `${publicWebhook}${callId}/`
  const response = new twilio.twiml.VoiceResponse()
  response
    .dial({ callerId: settings.callerNumber, answerOnBridge: true, action: url })
    .number(
      { statusCallback: url, statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'] },
      phone,
    )
  return response.toString()
}

function rejecting(): string {
  const response = new twilio.twiml.VoiceResponse()
  response.reject()
  return response.toString()
}

const report = (callId: string, status: string, more: Record<string, string> = {}) =>
  sendForm(`${webhook()}${callId}/`, {
    AccountSid: accountId,
    CallSid: `CA of ${callId}`,
    ParentCallSid: 'CA-browser',
    CallStatus: status,
    Direction: 'outbound-dial',
    From: settings.callerNumber,
    ...more,
  })

const callsOf = async (applicationId: string) =>
  (await server.call(listCalls, { as: owner, query: { applicationId } })).body.items

const log = (body: CallOf<typeof logCall>['body'], as: TestUser = caller) =>
  server.call(logCall, { as, body })

describe('the settings', () => {
  it('are those that were set, without the secret', async () => {
    const { status, body } = await server.call(contract.getBrowserCallSettings, { as: owner })
    expect(status).toBe(200)
    const { keySecret, ...shown } = settings
    expect(body).toMatchObject({ ...shown, accountId })
    expect(body.url).toMatch(new RegExp(`/webhooks/browser-calls/${workspaceId}/$`))
    expect(JSON.stringify(body)).not.toContain(keySecret)
    const stored = await server.db.selectFrom('browser_call_settings').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(keySecret)
  })

  it.each<[string, Partial<typeof settings>, string]>([
    ['an account SID as the key', { keyId: accountId }, 'keyId'],
    ['a key that is cut off', { keyId: 'SK12' }, 'keyId'],
    ['a key SID as the app', { appId: settings.keyId }, 'appId'],
    ['an empty secret', { keySecret: ' ' }, 'keySecret'],
    ['a number that is none', { callerNumber: '12' }, 'callerNumber'],
    ['a number with an extension', { callerNumber: '+1 312 555 0148 ext. 5' }, 'callerNumber'],
  ])('refuse %s', async (_, more, field) => {
    const { status, body } = await set(owner, more)
    expect(status).toBe(422)
    expect(Object.keys((body as unknown as { details: object }).details)).toEqual([field])
  })

  it('keep the secret of the same key, and need it for another one', async () => {
    const { keySecret: _, ...same } = settings
    const update = (keyId: string) =>
      server.call(contract.setBrowserCallSettings, { as: owner, body: { ...same, keyId } })
    expect((await update(settings.keyId)).status).toBe(200)
    expect((await update('SK00000000000000000000000000000009')).status).toBe(422)
    const claimed = await claimSomebody()
    expect((await prepare(claimed.applicationId)).status).toBe(200)
  })

  it('need the account of Twilio, and go with it', async () => {
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect((await set(other)).status).toBe(409)
    await setUp(other)
    const configured = async () =>
      (await server.call(contract.getBrowserCalls, { as: other })).body.configured
    expect(await configured()).toBe(true)
    expect((await setAccount(other, null)).status).toBe(200)
    expect(await configured()).toBe(false)
  })

  it('are removed, and audited', async () => {
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    await setUp(other)
    expect((await server.call(contract.removeBrowserCallSettings, { as: other })).status).toBe(204)
    expect((await server.call(contract.getBrowserCalls, { as: other })).body.configured).toBe(false)
    const { body } = await server.call(listAuditLogs, { as: other })
    expect(body.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['browser-calls.set', 'browser-calls.removed']),
    )
    expect(JSON.stringify(body)).not.toContain(settings.keySecret)
  })
})

describe('an access token', () => {
  it("is the one that Twilio's SDK makes", async () => {
    const { AccessToken } = twilio.jwt
    const official = new AccessToken(accountId, settings.keyId, settings.keySecret, {
      identity: owner.id.replaceAll('-', ''),
      ttl: contract.browserCallTokenSeconds,
    })
    official.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid: settings.appId }))
    const jwt = official.toJwt()
    const key = new TextEncoder().encode(settings.keySecret)
    const { payload } = await jwtVerify(jwt, key)
    const account = { ...settings, accountId, authToken }
    const ours = await createAccessToken(account, owner.id, new Date(payload.iat! * 1000))
    expect((await jwtVerify(ours.token, key)).payload).toEqual(payload)
    expect(decodeProtectedHeader(ours.token)).toEqual(decodeProtectedHeader(jwt))
  })

  it('is given for the person whom the caller has claimed', async () => {
    const { applicationId } = await claimSomebody()
    const { status, body } = await prepare(applicationId)
    expect(status).toBe(200)
    const { payload } = await jwtVerify(body.token, new TextEncoder().encode(settings.keySecret))
    expect(payload).toMatchObject({
      sub: accountId,
      grants: {
        identity: caller.id.replaceAll('-', ''),
        voice: { outgoing: { application_sid: settings.appId } },
      },
    })
    expect(payload.exp! - payload.iat!).toBe(contract.browserCallTokenSeconds)
    expect(await callsOf(applicationId)).toEqual([])
  })

  it('is refused for somebody whom a colleague has, or nobody', async () => {
    const { applicationId, queueId } = await claimSomebody(colleague)
    expect((await prepare(applicationId)).status).toBe(409)
    await server.call(queues.releaseClaim, { as: colleague, params: { id: queueId } })
    expect((await prepare(applicationId, colleague)).status).toBe(409)
  })

  it('is refused where calls in the browser are not set up', async () => {
    const { status, body } = await prepare(newId(), stranger)
    expect([status, body]).toMatchObject([
      409,
      { message: 'Calls in the browser are not set up in this workspace. Call by phone.' },
    ])
  })

  it('is refused to who may not call', async () => {
    const viewer = await server.addUser(workspaceId, 'viewer')
    expect((await prepare(newId(), viewer)).status).toBe(403)
  })
})

describe('Twilio asks whom to dial', () => {
  it('and dials the claimed person from the number of the workspace', async () => {
    const claimed = await claimSomebody()
    const { callId, twiml } = await dial(claimed)
    expect(twiml).toBe(dialing(claimed.phone, callId))
    expect(await callsOf(claimed.applicationId)).toMatchObject([
      { id: callId, lifecycle: 'queued', direction: 'outbound', provider: 'twilio', outcome: null },
    ])
  })

  it('twice for the same call, and gets the same answer', async () => {
    const claimed = await claimSomebody()
    const first = await dial(claimed)
    const again = await dial(claimed, { callId: first.callId })
    expect(again.twiml).toBe(first.twiml)
    expect(await callsOf(claimed.applicationId)).toHaveLength(1)
    const copied = await dial(claimed, { callId: first.callId, parentId: 'CA-another' })
    expect(copied.twiml).toBe(rejecting())
  })

  it('with a wrong signature, and is refused', async () => {
    const claimed = await claimSomebody()
    const fields = dialFields(caller, { callId: newId(), applicationId: claimed.applicationId })
    const sent = await Promise.all([
      sendForm(webhook(), fields, { token: 'another token' }),
      sendForm(webhook(), fields, { signedUrl: webhook(stranger.workspaceId) }),
      sendForm(webhook(), { ...fields, AccountSid: 'AC1' }),
      sendForm(webhook(stranger.workspaceId), fields),
    ])
    expect(sent.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(await callsOf(claimed.applicationId)).toEqual([])
  })

  it.each(['null', '[]', '"text"', '1'])('with JSON that is no object, %s, and is refused', async (body) => {
    for (const url of [webhook(), `${webhook()}${newId()}/`])
      expect((await sendJson(url, body)).status).toBe(401)
  })

  it('without a signature, and is refused', async () => {
    const claimed = await claimSomebody()
    const fields = dialFields(caller, { callId: newId(), applicationId: claimed.applicationId })
    for (const url of [webhook(), `${webhook()}${newId()}/`]) {
      const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
      expect(status).toBe(401)
    }
    expect(await callsOf(claimed.applicationId)).toEqual([])
  })

  it('again after the call has begun, and nobody is dialed', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await report(callId, 'in-progress', { To: claimed.phone })
    expect((await dial(claimed, { callId })).twiml).toBe(rejecting())
    await report(callId, 'completed', { CallDuration: '5', To: claimed.phone })
    expect((await dial(claimed, { callId })).twiml).toBe(rejecting())
    expect(await callsOf(claimed.applicationId)).toMatchObject([{ id: callId, lifecycle: 'completed' }])
  })

  it.each<[string, (claimed: Claimed) => Promise<unknown>]>([
    [
      'whose claim has expired',
      ({ applicationId }) =>
        server.db
          .updateTable('call_claims')
          .set({ until: sql`now() - interval '1 second'` })
          .where('application_id', '=', applicationId)
          .execute(),
    ],
    [
      'who was passed over',
      ({ queueId }) =>
        server.call(queues.claimNextCall, { as: caller, params: { id: queueId }, body: { skip: true } }),
    ],
    [
      'who asked not to be called meanwhile',
      ({ applicationId }) => log({ applicationId, outcome: 'do_not_call' }, colleague),
    ],
    [
      'who withdrew their consent to calls by people',
      ({ candidateId }) =>
        server.call(recordConsent, {
          as: owner,
          params: { id: candidateId },
          body: { channel: 'person_call', action: 'revoked' },
        }),
    ],
    [
      'for whom it is night',
      ({ candidateId }) =>
        server.db
          .updateTable('candidates')
          .set({ phone: phoneWhere('night') })
          .where('id', '=', candidateId)
          .execute(),
    ],
    [
      'whose number was removed',
      ({ candidateId }) =>
        server.db.updateTable('candidates').set({ phone: null }).where('id', '=', candidateId).execute(),
    ],
    [
      'whose application was deleted',
      ({ applicationId }) => server.call(deleteApplication, { as: owner, params: { id: applicationId } }),
    ],
  ])('and nobody is dialed %s', async (_, happen) => {
    const claimed = await claimSomebody()
    await happen(claimed)
    expect((await dial(claimed)).twiml).toBe(rejecting())
    const { rows } = await sql`
      select from calls where application_id = ${claimed.applicationId} and parent_call_id is not null
    `.execute(server.db)
    expect(rows).toEqual([])
  })

  it("and nobody is dialed who is another caller's, or for who may no longer call", async () => {
    const claimed = await claimSomebody()
    expect((await dial(claimed, { as: colleague })).twiml).toBe(rejecting())
    expect((await dial(claimed, { as: stranger })).twiml).toBe(rejecting())
    const leaving = await server.addUser(workspaceId, 'recruiter')
    const theirs = await claimSomebody(leaving)
    await server.db.updateTable('users').set({ role: 'viewer' }).where('id', '=', leaving.id).execute()
    expect((await dial(theirs, { as: leaving })).twiml).toBe(rejecting())
  })

  it('and a caller dials again somebody who did not answer', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await report(callId, 'no-answer')
    const again = await dial(claimed, { parentId: 'CA-second' })
    expect(again.twiml).toBe(dialing(claimed.phone, again.callId))
  })
})

describe('reports of a call', () => {
  it('make one call with its caller, times and numbers, also if repeated or in disorder', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    const completed = () =>
      report(callId, 'completed', {
        CallDuration: '42',
        Timestamp: new Date().toUTCString(),
        To: claimed.phone,
      })
    await completed()
    for (const status of ['initiated', 'ringing', 'in-progress']) await report(callId, status)
    const { status, text } = await completed()
    expect([status, text]).toEqual([200, new twilio.twiml.VoiceResponse().toString()])
    const [call, ...more] = await callsOf(claimed.applicationId)
    expect(more).toEqual([])
    expect(call).toMatchObject({
      id: callId,
      lifecycle: 'completed',
      durationSeconds: 42,
      providerCallId: `CA of ${callId}`,
      can: { takeBack: false },
    })
    const { body } = await server.call(listCalls, {
      as: owner,
      query: { loggedBy: caller.id, applicationId: claimed.applicationId },
    })
    expect(body.items).toHaveLength(1)
  })

  it('are the call that the caller then logs', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await report(callId, 'in-progress')
    const { applicationId } = claimed
    const logged = await log({
      applicationId,
      placedCallId: callId,
      endReason: 'voicemail',
      summary: 'Left a message',
    })
    expect([logged.status, logged.body]).toMatchObject([201, { id: callId, endReason: 'voicemail' }])
    await report(callId, 'completed', { CallDuration: '17' })
    expect(await callsOf(applicationId)).toMatchObject([
      {
        id: callId,
        lifecycle: 'completed',
        endReason: 'voicemail',
        durationSeconds: 17,
        summary: 'Left a message',
        can: { takeBack: true },
      },
    ])
    expect((await log({ applicationId, placedCallId: callId, outcome: 'interested' })).status).toBe(409)
    const { rows } = await sql<{ user_id: string }>`
      select user_id from activity_logs where call_id = ${callId} and kind = 'call'
    `.execute(server.db)
    expect(rows).toEqual([{ user_id: caller.id }])
    const { rows: stored } = await sql<{
      queue_id: string
    }>`select queue_id from calls where id = ${callId}`.execute(server.db)
    expect(stored).toEqual([{ queue_id: claimed.queueId }])
  })

  it('never replace the outcome that the caller logged', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await log({ applicationId: claimed.applicationId, placedCallId: callId, outcome: 'interested' })
    await report(callId, 'no-answer')
    expect(await callsOf(claimed.applicationId)).toMatchObject([
      { lifecycle: 'completed', endReason: 'human_conversation', outcome: 'interested' },
    ])
  })

  it('belong to its caller, also if a voice agent has the number of the workspace', async () => {
    const agent = await server.call(createAgent, {
      as: owner,
      body: { kind: 'voice', name: 'Vera Voice', provider: 'twilio', phone: settings.callerNumber },
    })
    expect(agent.status).toBe(201)
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await report(callId, 'completed', {
      From: settings.callerNumber,
      To: claimed.phone,
      Direction: 'outbound-dial',
    })
    expect(await callsOf(claimed.applicationId)).toMatchObject([{ id: callId, agent: null }])
  })

  it('count as a try without anything logged', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await report(callId, 'busy')
    const { rows } = await sql<{ user_id: string }>`
      select user_id from activity_logs where call_id = ${callId} and kind = 'call'
    `.execute(server.db)
    expect(rows).toEqual([{ user_id: caller.id }])
    const next = await server.call(queues.claimNextCall, {
      as: caller,
      params: { id: claimed.queueId },
      body: {},
    })
    expect(next.body.claim).toBeNull()
    const corrected = await server.call(updateCall, {
      as: caller,
      params: { id: callId },
      body: { summary: 'Busy twice' },
    })
    expect([corrected.status, corrected.body.endReason]).toEqual([200, 'busy'])
  })

  it('fail a call that Twilio could not dial', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    const ended = {
      AccountSid: accountId,
      CallSid: 'CA-browser',
      CallStatus: 'in-progress',
      DialCallStatus: 'failed',
    }
    expect((await sendForm(`${webhook()}${callId}/`, ended)).status).toBe(200)
    expect(await callsOf(claimed.applicationId)).toMatchObject([
      { lifecycle: 'failed', endReason: 'carrier_error' },
    ])
  })

  it('of a browser whose call was not dialed end neither a call that goes on nor one of a campaign', async () => {
    const failed = { AccountSid: accountId, CallSid: 'CA-browser', DialCallStatus: 'failed' }
    const talking = await claimSomebody()
    const { callId } = await dial(talking)
    await report(callId, 'in-progress')
    await sendForm(`${webhook()}${callId}/`, failed)
    expect(await callsOf(talking.applicationId)).toMatchObject([{ lifecycle: 'in_progress' }])
    const placed = await claimSomebody(colleague)
    const { callId: ofCampaign } = await dial(placed, { as: colleague })
    await sql`update calls set parent_call_id = null where id = ${ofCampaign}`.execute(server.db)
    await sendForm(`${webhook()}${ofCampaign}/`, failed)
    expect(await callsOf(placed.applicationId)).toMatchObject([{ lifecycle: 'queued' }])
  })

  it('leave the end of a dialed call to the side of the person', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await report(callId, 'in-progress')
    const ended = {
      ...{ AccountSid: accountId, CallSid: 'CA-browser', CallStatus: 'in-progress' },
      ...{ DialCallStatus: 'completed', DialCallSid: `CA of ${callId}` },
    }
    await sendForm(`${webhook()}${callId}/`, ended)
    expect(await callsOf(claimed.applicationId)).toMatchObject([{ lifecycle: 'in_progress' }])
  })

  it('with a wrong signature are refused', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    const sent = await sendForm(
      `${webhook()}${callId}/`,
      { AccountSid: accountId, CallSid: 'CA1', CallStatus: 'completed' },
      { token: 'another token' },
    )
    expect(sent.status).toBe(401)
    expect(await callsOf(claimed.applicationId)).toMatchObject([{ lifecycle: 'queued' }])
  })

  it('that never come leave a try, so that a colleague does not call again at once', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await sql`update calls set started_at = now() - interval '2 hours' where id = ${callId}`.execute(
      server.db,
    )
    await server.db.deleteFrom('call_claims').execute()
    const { body } = await server.call(queues.listQueuedPeople, {
      as: colleague,
      params: { id: claimed.queueId },
      query: {},
    })
    expect(body.items).toMatchObject([{ id: claimed.applicationId, reason: 'tried_recently', tries: 1 }])
  })

  it('that never come end the call hours later', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await sql`update calls set started_at = now() - interval '5 hours' where id = ${callId}`.execute(
      server.db,
    )
    await endLostCalls(server)
    expect(await callsOf(claimed.applicationId)).toMatchObject([{ id: callId, lifecycle: 'failed' }])
  })
})

describe('logging a call', () => {
  it('that Twilio was never asked to dial logs it by hand', async () => {
    const { applicationId } = await claimSomebody()
    const { status, body } = await log({ applicationId, placedCallId: newId(), endReason: 'no_answer' })
    expect([status, body]).toMatchObject([201, { provider: null, endReason: 'no_answer' }])
  })

  it("of a colleague, or of another person, makes a call of one's own", async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    const theirs = await log({ applicationId: claimed.applicationId, placedCallId: callId }, colleague)
    expect(theirs.body.id).not.toBe(callId)
    expect(await callsOf(claimed.applicationId)).toHaveLength(2)
    const other = await claimSomebody(colleague)
    const ofOther = await log({ applicationId: other.applicationId, placedCallId: callId })
    expect(ofOther.body.id).not.toBe(callId)
  })

  it('works although the person asked not to be called meanwhile', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await server.call(updateCandidate, {
      as: owner,
      params: { id: claimed.candidateId },
      body: { doNotCall: true },
    } as never)
    const logged = await log({
      applicationId: claimed.applicationId,
      placedCallId: callId,
      endReason: 'no_answer',
    })
    expect(logged.status).toBe(201)
  })

  it('is undone, and the call stays as Twilio reported it', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await report(callId, 'completed', { CallDuration: '9' })
    await log({
      applicationId: claimed.applicationId,
      placedCallId: callId,
      outcome: 'do_not_call',
      summary: 'No',
    })
    expect((await server.call(deleteCall, { as: caller, params: { id: callId } })).status).toBe(204)
    const { body } = await server.call(getCall, { as: caller, params: { id: callId } })
    expect(body).toMatchObject({
      lifecycle: 'completed',
      endReason: 'unknown',
      outcome: null,
      summary: null,
      durationSeconds: 9,
      can: { takeBack: false },
    })
    const person = await server.db
      .selectFrom('candidates')
      .where('id', '=', claimed.candidateId)
      .select('do_not_call')
      .executeTakeFirstOrThrow()
    expect(person.do_not_call).toBe(false)
  })

  it('is undone before its end is reported, and the report shows it again', async () => {
    const claimed = await claimSomebody()
    const { callId } = await dial(claimed)
    await log({ applicationId: claimed.applicationId, placedCallId: callId, endReason: 'no_answer' })
    await server.call(deleteCall, { as: caller, params: { id: callId } })
    await report(callId, 'busy')
    expect(await callsOf(claimed.applicationId)).toMatchObject([
      { id: callId, lifecycle: 'busy', endReason: 'busy' },
    ])
  })
})
