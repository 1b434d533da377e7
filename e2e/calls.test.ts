import { createHmac } from 'node:crypto'
import { createApplication, getApplication } from '@muster/contract/applications.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { setVoiceSecret } from '@muster/contract/voice-webhooks.ts'
import { newId } from '@muster/server/database/new-id.ts'
import { addPosition, type TestPosition } from '@muster/server/testing/add-position.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './accessibility.ts'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let ines: TestUser
let position: TestPosition
let id: string

beforeAll(async () => {
  muster = await startMuster()
  ines = await muster.addUser('admin', 'Ines Roth')
  position = await addPosition(muster.server.db, muster.workspaceId)
  const { body } = await muster.server.call(createApplication, {
    as: ines,
    body: { positionId: position.id, candidate: { name: 'Ana Ortiz', phone: '+13125550111' } },
  })
  id = body.id
  page = (await muster.openSignedIn(ines)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

async function standing() {
  const { body } = await muster.server.call(getApplication, { as: ines, params: { id } })
  return { type: body.status.type, contact: body.lastContact?.result ?? null }
}

const menu = () => page.getByRole('menu', { name: 'Call with Ana Ortiz' })

/** A voice provider reports a call, signed with the workspace's own secret. */
async function report(call: object): Promise<void> {
  const secret = 'a secret of ours'
  await muster.server.call(setVoiceSecret, { as: ines, params: { provider: 'generic' }, body: { secret } })
  const body = JSON.stringify({ callId: 'call-1', metadata: { applicationId: id }, ...call })
  const time = String(Date.now())
  const address = `${muster.server.url}/api/v1/webhooks/voice/generic?workspace=${muster.workspaceId}`
  const { status } = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': time,
      'x-signature': createHmac('sha256', secret).update(time).update(body).digest('hex'),
    },
    body,
  })
  expect(status).toBe(200)
}

describe('a call', () => {
  it('is logged from the list by two keys, moves the application, and is taken back', async () => {
    await page.goto('/applications')
    await page.getByRole('link', { name: 'Ana Ortiz' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('l')
    await menu().getByRole('menuitem', { name: '+1 312 555 0111' }).waitFor()
    await page.keyboard.press('6')
    await page.getByText('Call with Ana Ortiz: Qualified. Moved to Qualified').waitFor()
    expect(await standing()).toEqual({ type: 'qualified', contact: 'Spoke with, qualified' })
    await page.keyboard.press('z')
    await page.getByText('Call undone').waitFor()
    expect(await standing()).toEqual({ type: 'lead', contact: null })
  })

  it('asks by key for a callback on the clock of the person, and says when that is here', async () => {
    await page.goto('/applications')
    await page.getByRole('link', { name: 'Ana Ortiz' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('l')
    await menu().getByText('Not reached').waitFor()
    await page.keyboard.press('4')
    await menu().getByText('Call back, candidate’s time (Chicago)').waitFor()
    const choice = menu().getByRole('menuitem', { name: /^Tomorrow 9:00 AM/ })
    await page.keyboard.press((await choice.getAttribute('aria-keyshortcuts')) ?? '')
    await page.getByText('Call with Ana Ortiz: Asked for a callback').waitFor()
    const { callback_at } = await muster.server.db
      .selectFrom('applications')
      .where('id', '=', id)
      .select('callback_at')
      .executeTakeFirstOrThrow()
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', timeStyle: 'short' })
    expect(clock.format(new Date(callback_at!))).toBe('09:00')
    await page.keyboard.press('z')
    await page.getByText('Call undone').waitFor()
  })

  it('is logged from the board in two clicks', async () => {
    await page.goto(`/board/${position.id}`)
    const card = page.locator(`[data-card="${id}"]`)
    await card.hover()
    await card.getByRole('button', { name: 'Log a call with Ana Ortiz' }).click()
    await menu().getByRole('menuitem', { name: 'No answer' }).click()
    await card.getByText('No answer').waitFor()
  })

  it('of a voice agent is read, searched, and corrected on the application', async () => {
    await page.route('https://api.twilio.com/**', (route) => route.fulfill({ status: 401 }))
    await report({
      endReason: 'human_conversation',
      outcome: 'interested',
      recordingUrl: 'https://api.twilio.com/1.wav',
      summary: 'Asks about nights',
      transcript: Array.from({ length: 10 }, (_, line) => ({
        role: line % 2 ? 'user' : 'agent',
        text: line === 7 ? 'Only the night shift' : `Line ${line}`,
      })),
    })
    await page.goto(`/applications/${id}`)
    await page.getByText('Asks about nights').waitFor()
    await page.locator('summary', { hasText: 'Transcript' }).click()
    await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('night')
    const transcript = page.getByRole('region', { name: 'Transcript' })
    await transcript.getByText('Only the night shift').waitFor()
    expect(await transcript.getByText('Line 1').count()).toBe(0)
    await page.locator('summary', { hasText: 'Recording' }).click()
    await page.locator('audio').evaluate((player: HTMLAudioElement) => void player.play().catch(() => {}))
    await page.getByText('This recording cannot be played here.').waitFor()
    await page.getByRole('button', { name: 'Change outcome' }).first().click()
    await page.getByRole('menuitem', { name: 'Not interested' }).click()
    await page.getByText('The agent suggested: Interested').waitFor()
    await page.getByText('Outcome by Ines Roth').waitFor()
    expect(await standing()).toEqual({ type: 'lead', contact: 'Spoke with, not interested' })
  })
})

describe('a call from them', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Log a call with Ana Ortiz' })
  const inbound = () => page.getByText('Inbound', { exact: true })

  it('is logged as such from the call menu, and its history says so', async () => {
    await page.goto(`/applications/${id}`)
    await page.getByRole('button', { name: 'Log a call' }).click()
    await page.getByRole('menuitem', { name: 'Inbound call…' }).click()
    expect(await dialog().getByRole('radio', { name: 'Inbound' }).isChecked()).toBe(true)
    expect(await dialog().getByRole('radio', { name: 'Invalid number' }).count()).toBe(0)
    await dialog().getByText('Missed call', { exact: true }).click()
    expect(await violations(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Log call' }).click()
    await page.getByText('Call with Ana Ortiz: Missed call').waitFor()
    await page.getByText('Inbound call to Ines Roth: Missed call').waitFor()
    expect((await standing()).contact).toBe('Missed their call')
  })

  it('can be logged of somebody who asked not to be called, on a phone, and sets no callback', async () => {
    const { candidate } = (await muster.server.call(getApplication, { as: ines, params: { id } })).body
    await muster.server.call(updateCandidate, {
      as: ines,
      params: { id: candidate.id },
      body: { doNotCall: true },
    })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.reload()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Log an inbound call…' }).click()
    await dialog().getByText('Only inbound calls can be logged.').waitFor()
    expect(await dialog().getByRole('radio', { name: 'Outbound' }).count()).toBe(0)
    expect(await dialog().getByLabel('Callback').isVisible()).toBe(false)
    expect(await dialog().getByText('Asked for a callback').count()).toBe(0)
    await dialog().getByText('Interested', { exact: true }).click()
    expect(await violations(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Log call' }).click()
    await inbound().first().waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('is found among the calls behind a figure by its direction', async () => {
    await page.goto('/analytics?view=calls&calls=conversation%3Dtrue')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('2 calls', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Inbound' }).click()
    await drawer.getByText('1 call', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Outbound' }).click()
    await drawer.getByText('1 call', { exact: true }).waitFor()
  })
})

describe('a coordinator', () => {
  it('sets callbacks on the applications of theirs, on the record and on several at once', async () => {
    const cora = await muster.addUser('coordinator', 'Cora Coordinator')
    for (const name of ['Bea Back', 'Ben Back'])
      await muster.server.call(createApplication, {
        as: ines,
        body: { positionId: position.id, candidate: { name }, ownerId: cora.id },
      })
    const { page: theirs } = await muster.openSignedIn(cora)
    await theirs.goto('/applications')
    await theirs.getByRole('link', { name: 'Bea Back' }).click()
    await theirs.getByRole('button', { name: 'Schedule callback' }).click()
    const field = theirs.getByLabel('Callback', { exact: true })
    await field.fill('2030-01-07T15:30')
    await field.press('Enter')
    await theirs.getByText(/^Callback .*2030/).waitFor()
    await theirs.setViewportSize({ width: 390, height: 800 })
    await theirs.goto('/applications')
    await theirs.getByRole('link', { name: 'Ben Back' }).waitFor()
    await theirs.keyboard.press('j')
    await theirs.keyboard.press('x')
    await theirs.keyboard.press('j')
    await theirs.keyboard.press('x')
    await theirs.getByRole('button', { name: 'Callback', exact: true }).click()
    const form = theirs.getByRole('dialog', { name: 'Callback' })
    await form.getByText('Call back 2 applications').waitFor()
    await form.getByLabel('Callback', { exact: true }).fill('2031-02-08T09:00')
    expect(await violations(theirs)).toEqual([])
    await form.getByRole('button', { name: 'Schedule callback' }).click()
    await theirs.getByText(/^Scheduled 2 callbacks: .*2031/).waitFor()
    await theirs.getByRole('button', { name: 'Undo' }).click()
    await theirs.getByText('Undone', { exact: true }).waitFor()
  })
})

describe('reports of calls nobody claimed', () => {
  it('are listed with why for whoever runs the installation, and shown as they came', async () => {
    const report = { sha256: 'one', receivedAt: new Date().toISOString(), query: {} }
    const body = { callId: 'lost-7', from: '+13125550177', direction: 'inbound', status: 'ringing' }
    await muster.server.db
      .insertInto('unclaimed_voice_events')
      .values({
        id: newId(),
        provider: 'generic',
        provider_call_id: 'lost-7',
        sha256: 'one',
        event: JSON.stringify({ ...report, body }),
      })
      .execute()
    const { page: theirs } = await muster.openSignedIn(await muster.addUser('superadmin', 'Root'), {
      width: 390,
    })
    await theirs.route('**/unclaimed-voice-events/**', (route) => route.fulfill({ status: 500, json: {} }))
    await theirs.goto('/settings/voice')
    const section = theirs.getByRole('region', { name: 'Unmatched calls' })
    await section.getByRole('alert').waitFor()
    await theirs.unroute('**/unclaimed-voice-events/**')
    await section.getByRole('button', { name: 'Retry' }).click()
    await section.getByText('1 report', { exact: true }).waitFor()
    await section.getByText('No workspace, application or agent in the report').waitFor()
    await section.getByText('+1 312 555 0177').waitFor()
    await section.getByRole('button', { name: 'Show report of lost-7' }).click()
    await section.getByText('"callId": "lost-7"').waitFor()
    expect(await violations(theirs)).toEqual([])
  })
})
