import { createApplication } from '@muster/contract/applications.ts'
import { setBrowserCallSettings } from '@muster/contract/browser-calls.ts'
import { createCallQueue } from '@muster/contract/call-queues.ts'
import { listCalls } from '@muster/contract/calls.ts'
import { setVoiceAccount } from '@muster/contract/voice-campaigns.ts'
import { dialFields, sendForm } from '@muster/server/browser-calls/testing/send-form.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import { longestHours, phoneWhere } from '@muster/server/testing/phone-where.ts'
import { twilioApp } from '@muster/server/testing/seed-browser-calls.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let complaints: string[]
let recruiter: TestUser
let queueId: string

/** The parameters of a call that the browser placed, and its offer of a connection. */
interface Invite {
  sdp: string
  twilio: { params: string }
}

let socket: WebSocketRoute
const invites: Invite[] = []

const tell = (type: string, payload: object) => socket.send(JSON.stringify({ type, payload, version: '1.6' }))

/** A WAV file of a few milliseconds. */
const silence = Buffer.alloc(44 + 160)
silence.write('RIFF', 0)
silence.writeUInt32LE(silence.length - 8, 4)
silence.write('WAVEfmt ', 8)
silence.writeUInt32LE(16, 16)
silence.writeUInt16LE(1, 20)
silence.writeUInt16LE(1, 22)
silence.writeUInt32LE(8000, 24)
silence.writeUInt32LE(16_000, 28)
silence.writeUInt16LE(2, 32)
silence.writeUInt16LE(16, 34)
silence.write('data', 36)
silence.writeUInt32LE(160, 40)

/** Answers the browser in Twilio's place: its signaling, its sounds and its metrics. */
async function answerAsTwilio(page: Page): Promise<void> {
  await page.routeWebSocket('wss://voice-js.roaming.twilio.com/**', (opened) => {
    socket = opened
    opened.onMessage((data) => {
      if (data === '\n') return
      const { type, payload } = JSON.parse(String(data))
      if (type === 'listen') tell('connected', { token: { ttl: 600 }, region: 'us1', edge: 'roaming' })
      if (type === 'invite') invites.push(payload)
    })
  })
  for (const host of ['sdk', 'eventgw'])
    await page.route(`https://${host}.twilio.com/**`, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'audio/wav',
        body: silence,
      }),
    )
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream
  })
}

/** Asks the server whom to dial for the latest call of the browser, and returns the TwiML. */
async function askWhomToDial(): Promise<string> {
  const params = new URLSearchParams(invites.at(-1)!.twilio.params)
  const [callId, applicationId] = [params.get('muster_call_id')!, params.get('application_id')!]
  const url = `${muster.server.url}/api/v1/webhooks/browser-calls/${muster.workspaceId}/`
  return (await sendForm(url, dialFields(recruiter, { callId, applicationId }))).text
}

/** Connects the latest call of the browser with a peer that says nothing. */
async function pickUp(): Promise<void> {
  const sdp = await page.evaluate(async (offer) => {
    const peer = new RTCPeerConnection()
    Object.assign(globalThis, { peer })
    await peer.setRemoteDescription({ type: 'offer', sdp: offer })
    await peer.setLocalDescription(await peer.createAnswer())
    if (peer.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) => {
        peer.addEventListener('icegatheringstatechange', () => {
          if (peer.iceGatheringState === 'complete') resolve()
        })
      })
    return peer.localDescription!.sdp
  }, invites.at(-1)!.sdp)
  tell('answer', { callsid: 'CA-browser', sdp })
}

beforeAll(async () => {
  muster = await startMuster()
  const owner = await muster.addUser('owner', 'Olga Owner')
  recruiter = await muster.addUser('recruiter', 'Rita Recruiter')
  const { call, db } = muster.server
  const position = await addPosition(db, muster.workspaceId)
  for (const name of ['Ada First', 'Ben Second']) {
    const body = { positionId: position.id, candidate: { name, phone: phoneWhere('day') } }
    expect((await call(createApplication, { as: recruiter, body })).status).toBe(201)
  }
  const { accountId, authToken, ...settings } = twilioApp
  const body = { apiKey: authToken, accountId }
  await call(setVoiceAccount, { as: owner, params: { provider: 'twilio' }, body })
  expect((await call(setBrowserCallSettings, { as: owner, body: settings })).status).toBe(200)
  const queue = { name: 'Drivers', ...longestHours }
  queueId = (await call(createCallQueue, { as: recruiter, body: queue })).body.id
  const visit = await muster.openSignedIn(recruiter)
  ;({ page, complaints } = visit)
  await answerAsTwilio(page)
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const status = () => page.getByRole('region', { name: 'Call', exact: true }).getByRole('status')
const person = () => page.getByRole('main').getByRole('heading', { level: 2, name: /First|Second/ })

describe('a call in the browser', () => {
  it('is placed once the phone can be loaded, and says so before', async () => {
    await page.goto(`/call-queues/${queueId}`)
    await page.getByRole('button', { name: /^Call / }).waitFor()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.keyboard.press('l')
    await status().filter({ hasText: 'The phone could not be loaded.' }).waitFor()
    await page.unroute('**/assets/*.js')
    await page.keyboard.press('l')
    await expect.poll(() => invites.length, { timeout: 30_000 }).toBe(1)
    await page.keyboard.press('h')
    await status().filter({ hasText: 'Call ended' }).waitFor()
    expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  })

  it('rings, is talked and logged by keyboard alone, within the content security policy', async () => {
    await page.goto(`/call-queues/${queueId}`)
    await page.getByRole('button', { name: /^Call / }).waitFor()
    invites.splice(0)
    complaints.splice(0)
    const called = await person().textContent()
    await page.keyboard.press('l')
    await expect.poll(() => invites.length, { timeout: 30_000 }).toBe(1)
    expect(await askWhomToDial()).toContain('<Dial callerId="+13125550148"')
    tell('ringing', { callsid: 'CA-browser' })
    await status().filter({ hasText: 'Ringing…' }).waitFor()
    await pickUp()
    await status().filter({ hasText: 'Connected' }).waitFor()
    await page.keyboard.press('m')
    await page.getByRole('button', { name: 'Unmute' }).waitFor()
    await page.keyboard.press('h')
    await status()
      .filter({ hasText: /^Call ended after/ })
      .waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await person().filter({ hasNotText: called! }).waitFor()
    const { body } = await muster.server.call(listCalls, { as: recruiter, query: {} })
    expect(body.items).toMatchObject([{ provider: 'twilio', endReason: 'no_answer' }])
    expect(complaints).toEqual([])
  })
})
