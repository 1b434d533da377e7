import { getApplicantSummary } from '@muster/contract/applications.ts'
import { getBrowserCalls, prepareBrowserCall } from '@muster/contract/browser-calls.ts'
import { claimNextCall, countCallQueue, getCallQueue } from '@muster/contract/call-queues.ts'
import { logCall } from '@muster/contract/calls.ts'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CustomField } from '../custom-fields/custom-field.ts'
import { answerFields, fieldOf } from '../testing/custom-fields.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, offline, refuse } from '../testing/server.ts'
import { twilioPeer } from '../testing/twilio-peer.ts'

const placed = id(70)
const dial = page.getByRole('button', { name: /^Call .*720/ })
const bar = page.getByRole('region', { name: 'Call', exact: true })
const status = bar.getByRole('status')
const hangUp = bar.getByRole('button', { name: /^Hang up/ })

async function openDesk({ fields = [] as CustomField[], phone = '+17205550118' as string | null } = {}) {
  let given = 0
  answer(claimNextCall, () => {
    given += 1
    return {
      claim: {
        applicationId: id(given),
        candidateId: id(50 + given),
        until: new Date(Date.now() + 120_000 + given).toISOString(),
        why: 'first_call' as const,
        callbackAt: null,
        tries: 0,
        questions: [],
      },
      nextAt: null,
    }
  })
  answer(getApplicantSummary, ({ params }) => {
    const summary = example(getApplicantSummary)
    const name = params.id === id(1) ? 'Ada' : 'Ben'
    return {
      ...summary,
      applicationId: params.id,
      candidate: { ...summary.candidate, name, phone },
    }
  })
  answerFields(() => fields)
  answer(getCallQueue, { ...example(getCallQueue), name: 'Drivers' })
  answer(countCallQueue, { total: 0, ready: 0, groups: [] })
  answer(prepareBrowserCall, { callId: placed, token: 'a.b.c', expiresAt: '2999-01-01T00:00:00.000Z' })
  answer(getBrowserCalls, { configured: true })
  await openApp(`/call-queues/${id(9)}`)
  await expect.element(page.getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible()
  if (phone) await expect.element(dial).toBeVisible()
}

/** Waits until the state contains a text. */
async function says(text: string) {
  await expect.poll(() => status.element().textContent).toContain(text)
}

/** Places a call and waits until Twilio has it. */
async function connect() {
  await userEvent.keyboard('l')
  await expect.poll(() => twilioPeer.calls().length).toBe(1)
}

async function talk(reconnect?: string) {
  await connect()
  twilioPeer.ring()
  await expect.element(status).toHaveTextContent('Ringing…')
  await twilioPeer.answer(reconnect)
  await expect.element(status).toHaveTextContent('Connected')
}

beforeEach(() => {
  twilioPeer.reset()
  signInAs('recruiter')
})

describe('a call in the browser', () => {
  it('names the person and the call to Twilio, never a number', async () => {
    await openDesk()
    await connect()
    await expect.element(status).toHaveTextContent('Connecting…')
    await expect.element(dial).toBeDisabled()
    expect(callsOf(prepareBrowserCall).map(({ body }) => body)).toEqual([{ applicationId: id(1) }])
    expect(twilioPeer.tokens()).toEqual(['a.b.c'])
    expect(twilioPeer.calls()).toEqual([{ muster_call_id: placed, application_id: id(1) }])
  })

  it('rings, talks, and hangs up with h', async () => {
    await openDesk()
    await talk()
    await expect.poll(() => bar.getByRole('timer').element().textContent).toMatch(/^\d+:\d\d$/)
    await userEvent.keyboard('h')
    await expect.poll(() => status.element().textContent).toMatch(/^Call ended after \d+:\d\d$/)
    await expect.poll(twilioPeer.hangUps).toBe(1)
    await expect.element(dial).toBeEnabled()
  })

  it('is muted with m, and sends digits', async () => {
    await openDesk()
    await talk()
    expect(twilioPeer.isHeard()).toBe(true)
    await userEvent.keyboard('m')
    await expect.element(bar.getByRole('button', { name: /^Unmute/ })).toBeVisible()
    await expect.element(status).toHaveTextContent('Connected, muted')
    expect(twilioPeer.isHeard()).toBe(false)
    await userEvent.keyboard('m')
    await expect.element(bar.getByRole('button', { name: /^Mute/ })).toBeVisible()
    expect(twilioPeer.isHeard()).toBe(true)
    await bar.getByRole('button', { name: 'Keypad' }).click()
    await bar.getByRole('button', { name: '5', exact: true }).click()
    await bar.getByRole('button', { name: '#', exact: true }).click()
    await expect.poll(twilioPeer.digits).toBe('5#')
  })

  it('ends when the person hangs up', async () => {
    await openDesk()
    await talk()
    twilioPeer.hangUp()
    await expect.poll(() => status.element().textContent).toMatch(/^Call ended after/)
    await expect.poll(() => hangUp.elements()).toEqual([])
  })

  it('ends without an answer when the caller hangs up first', async () => {
    await openDesk()
    await connect()
    twilioPeer.ring()
    await expect.element(status).toHaveTextContent('Ringing…')
    await hangUp.click()
    await expect.element(status).toHaveTextContent('Call ended')
    await expect.poll(twilioPeer.hangUps).toBe(1)
  })

  it('is the call that is logged, and ends with the next person', async () => {
    await openDesk()
    await talk()
    await userEvent.keyboard('5{Enter}')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    expect(callsOf(logCall).map(({ body }) => body)).toMatchObject([
      { applicationId: id(1), outcome: 'interested', placedCallId: placed },
    ])
    await expect.poll(twilioPeer.hangUps).toBe(1)
    await expect.element(status).toHaveTextContent('No call in progress')
  })

  it.each([
    ['NotAllowedError', 'The browser may not use the microphone.'],
    ['NotFoundError', 'No microphone was found'],
  ] as const)('says that there is no microphone (%s), and leaves the phone', async (name, text) => {
    await openDesk()
    twilioPeer.refuseMicrophone(name)
    await userEvent.keyboard('l')
    await says(text)
    await expect
      .element(bar.getByRole('link', { name: 'Call by phone' }))
      .toHaveAttribute('href', 'tel:+17205550118')
    expect(twilioPeer.calls()).toEqual([])
    await userEvent.keyboard('1{Enter}')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    expect(callsOf(logCall)[0]!.body.placedCallId).toBeUndefined()
  })

  it('says that Twilio cannot be reached', async () => {
    await openDesk()
    twilioPeer.becomeUnreachable()
    await userEvent.keyboard('l')
    await says('No connection to Twilio.')
    await expect.element(dial).toBeEnabled()
  })

  it.each([[undefined], [31486], [31603]])(
    'says that it was not put through if it ends before it rings (%s), and can be tried again',
    async (code) => {
      await openDesk()
      await connect()
      twilioPeer.hangUp(code)
      await says('The call was not put through')
      await userEvent.keyboard('l')
      await expect.poll(() => twilioPeer.calls().length).toBe(2)
      await expect.element(status).toHaveTextContent('Connecting…')
    },
  )

  it.each([[20101], [31204], [31205]])('says that Twilio refused the access token (%s)', async (code) => {
    await openDesk()
    twilioPeer.refuseToken(code)
    await userEvent.keyboard('l')
    await says('Twilio refused the API key.')
    expect(twilioPeer.calls()).toEqual([])
  })

  it('says that it reconnects, and goes on', async () => {
    await openDesk()
    await talk('a reconnect token')
    twilioPeer.loseConnection()
    await says('Connection lost. Reconnecting…')
    await says('Connected')
    await userEvent.keyboard('h')
    await says('Call ended after')
  })

  it('ends when the connection is lost for good, and leaves the phone', async () => {
    await openDesk()
    await talk()
    twilioPeer.becomeUnreachable()
    twilioPeer.loseConnection()
    await says('Connection lost after')
    await expect.element(bar.getByRole('link', { name: 'Call by phone' })).toBeVisible()
    await userEvent.keyboard('1{Enter}')
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    expect(callsOf(logCall)[0]!.body.placedCallId).toBe(placed)
  })

  it('ends when Twilio closes the connection without an error and without a token to reconnect with', async () => {
    await openDesk()
    await talk()
    twilioPeer.loseConnection(1001)
    await says('Connection lost after')
    await expect.element(dial).toBeEnabled()
  })

  it('that reconnected is not said to be lost when the person hangs up', async () => {
    await openDesk()
    await talk('a reconnect token')
    twilioPeer.loseConnection()
    await says('Connection lost. Reconnecting…')
    await says('Connected')
    twilioPeer.hangUp()
    await says('Call ended after')
    expect(bar.getByRole('link', { name: 'Call by phone' }).elements()).toEqual([])
  })

  it('is not said to be lost when the caller hangs up while it reconnects', async () => {
    await openDesk()
    await talk('a reconnect token')
    twilioPeer.becomeUnreachable()
    twilioPeer.loseConnection()
    await says('Connection lost. Reconnecting…')
    await userEvent.keyboard('h')
    await says('Call ended after')
  })

  it('shows how long it lasts, and lasted', async () => {
    await openDesk()
    await talk()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 125_000 })
    onTestFinished(() => void vi.useRealTimers())
    await expect.poll(() => bar.getByRole('timer').element().textContent).toMatch(/^2:0\d$/)
    await userEvent.keyboard('h')
    await expect.poll(() => status.element().textContent).toMatch(/^Call ended after 2:0\d$/)
  })

  it('is not ended by closing the page without a question', async () => {
    await openDesk()
    const leave = () => {
      const event = document.createEvent('BeforeUnloadEvent') as BeforeUnloadEvent
      event.initEvent('beforeunload', false, true)
      window.dispatchEvent(event)
      return event.returnValue
    }
    expect(leave()).toBe('')
    await talk()
    expect(leave()).not.toBe('')
    await userEvent.keyboard('h')
    await says('Call ended after')
    expect(leave()).toBe('')
  })

  it('ends when the caller opens another page', async () => {
    await openDesk()
    await talk()
    await openApp('/call-queues')
    await expect.poll(twilioPeer.hangUps).toBe(1)
  })

  it('goes on with a new token before the first one expires', async () => {
    await openDesk()
    let given = 0
    answer(prepareBrowserCall, () => {
      given += 1
      return { callId: placed, token: `token ${given}`, expiresAt: '2999-01-01T00:00:00.000Z' }
    })
    twilioPeer.expireNextToken()
    await talk()
    await expect.poll(twilioPeer.tokens).toEqual(['token 1', 'token 2'])
    await expect.element(status).toHaveTextContent('Connected')
  })

  it('goes on when no new token is given', async () => {
    await openDesk()
    let given = 0
    answer(prepareBrowserCall, () => {
      given += 1
      if (given > 1) refuse('CONFLICT', 'This candidate asked not to be called')()
      return { callId: placed, token: 'a.b.c', expiresAt: '2999-01-01T00:00:00.000Z' }
    })
    twilioPeer.expireNextToken()
    await talk()
    await expect.poll(() => callsOf(prepareBrowserCall).length).toBe(2)
    twilioPeer.hangUp()
    await says('Call ended after')
    expect(twilioPeer.tokens()).toEqual(['a.b.c'])
  })

  it('has no keypad before somebody hears, although the one before had', async () => {
    await openDesk()
    await talk()
    await bar.getByRole('button', { name: 'Keypad' }).click()
    await expect.element(bar.getByRole('button', { name: '5', exact: true })).toBeVisible()
    await userEvent.keyboard('h')
    await says('Call ended after')
    await userEvent.keyboard('l')
    await expect.poll(() => twilioPeer.calls().length).toBe(2)
    await says('Connecting…')
    expect(bar.getByRole('button', { name: '5', exact: true }).elements()).toEqual([])
  })

  it('is not muted because the one before was', async () => {
    await openDesk()
    await talk()
    await userEvent.keyboard('mh')
    await says('Call ended after')
    await userEvent.keyboard('l')
    await expect.poll(() => twilioPeer.calls().length).toBe(2)
    twilioPeer.ring()
    await twilioPeer.answer()
    await says('Connected')
    expect(status.element().textContent).toBe('Connected')
  })

  it('is not muted before somebody hears', async () => {
    await openDesk()
    await connect()
    await userEvent.keyboard('m')
    twilioPeer.ring()
    await expect.element(status).toHaveTextContent('Ringing…')
    await userEvent.keyboard('m')
    await twilioPeer.answer()
    await expect.poll(() => status.element().textContent).toBe('Connected')
    await expect.element(bar.getByRole('button', { name: /^Mute/ })).toBeVisible()
  })

  it('is placed once, however often it is asked for', async () => {
    await openDesk()
    await userEvent.keyboard('lll')
    await expect.poll(() => twilioPeer.calls().length).toBe(1)
    expect(callsOf(prepareBrowserCall)).toHaveLength(1)
  })

  it('is not placed after it was hung up while it was prepared', async () => {
    await openDesk()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    answer(prepareBrowserCall, async () => {
      await held
      return { callId: placed, token: 'a.b.c', expiresAt: '2999-01-01T00:00:00.000Z' }
    })
    await userEvent.keyboard('l')
    await expect.element(status).toHaveTextContent('Connecting…')
    await userEvent.keyboard('h')
    await expect.element(status).toHaveTextContent('Call ended')
    release()
    await expect.poll(() => callsOf(prepareBrowserCall).length).toBe(1)
    await userEvent.keyboard('l')
    await expect.poll(() => twilioPeer.calls().length).toBe(1)
    expect(twilioPeer.tokens()).toHaveLength(1)
  })

  it('is not placed after it was hung up while the browser asked for the microphone', async () => {
    await openDesk()
    const allow = twilioPeer.holdMicrophone()
    await userEvent.keyboard('l')
    await expect.poll(() => twilioPeer.tokens().length).toBe(1)
    await userEvent.keyboard('h')
    await expect.element(status).toHaveTextContent('Call ended')
    allow()
    await userEvent.keyboard('l')
    await expect.poll(() => twilioPeer.tokens().length).toBe(2)
    await expect.poll(() => twilioPeer.calls().length).toBe(1)
  })

  it('says that Twilio did not take it, for a reason that Muster does not know', async () => {
    await openDesk()
    twilioPeer.refuseToken(31000)
    await userEvent.keyboard('l')
    await says('Twilio did not take the call.')
    await expect.element(bar.getByRole('link', { name: 'Call by phone' })).toBeVisible()
  })

  it('is a call by phone in a browser that cannot place calls', async () => {
    await openDesk()
    const real = window.RTCPeerConnection
    onTestFinished(() => {
      window.RTCPeerConnection = real
    })
    Object.assign(window, { RTCPeerConnection: undefined, webkitRTCPeerConnection: undefined })
    await userEvent.keyboard('l')
    await says('This browser cannot place calls.')
    await expect.element(bar.getByRole('link', { name: 'Call by phone' })).toBeVisible()
    expect(twilioPeer.tokens()).toEqual([])
  })

  it('is not placed with l to somebody without a phone number', async () => {
    await openDesk({ phone: null })
    await expect.poll(() => callsOf(getBrowserCalls).length).toBeGreaterThan(0)
    await userEvent.keyboard('l1')
    await expect
      .element(page.getByRole('button', { name: 'No answer' }))
      .toHaveAttribute('aria-pressed', 'true')
    expect(callsOf(prepareBrowserCall)).toEqual([])
  })

  it('is the call that is logged with a field that the outcome requires', async () => {
    const required = { always: false, fromStatusType: null, outcomes: ['interested' as const] }
    await openDesk({ fields: [fieldOf(1, { subject: 'call', label: 'Language', required })] })
    await talk()
    await userEvent.keyboard('5{Enter}')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Language' }).fill('English')
    await dialog.getByRole('button', { name: 'Log call' }).click()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Ben' })).toBeVisible()
    expect(callsOf(logCall).map(({ body }) => body)).toMatchObject([
      { applicationId: id(1), outcome: 'interested', placedCallId: placed },
    ])
  })

  it('is refused in the words of the server', async () => {
    await openDesk()
    answer(prepareBrowserCall, refuse('CONFLICT', 'This candidate asked not to be called'))
    await userEvent.keyboard('l')
    await expect.element(status).toHaveTextContent('This candidate asked not to be called')
    answer(prepareBrowserCall, offline)
    await userEvent.keyboard('l')
    await expect.poll(() => status.element().textContent).not.toContain('asked not to be called')
    await expect.element(bar.getByRole('link', { name: 'Call by phone' })).toBeVisible()
    expect(twilioPeer.tokens()).toEqual([])
  })

  it('is a call by phone where it is not set up', async () => {
    await openDesk()
    answer(getBrowserCalls, { configured: false })
    await openApp('/call-queues')
    await openApp(`/call-queues/${id(9)}`)
    await expect.element(page.getByRole('link', { name: /720/ })).toHaveAttribute('href', 'tel:+17205550118')
    expect(bar.elements()).toEqual([])
  })
})
