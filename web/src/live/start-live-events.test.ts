import { streamEvents } from '@muster/contract/events.ts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { impersonationKeys, storeTokens } from '../session/stored-session.ts'
import { answerRequests } from '../testing/answer-requests.ts'
import { startLiveEvents } from './start-live-events.ts'

let tab: BroadcastChannel
let messages: unknown[]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens({ access_token: 'mine', refresh_token: 'r1' })
  tab = new BroadcastChannel('muster_events')
  messages = []
  tab.onmessage = ({ data }) => messages.push(data)
})

afterEach(() => tab.close())

const eventOf = (id: number) =>
  `id: ${id}\ndata: ${JSON.stringify({ kind: 'notified', userId: 'ana', actorId: null })}\n\n`

/** Starts the events of this tab. Returns how to write to its stream, and how many streams it opened. */
function start() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const asked = answerRequests(() => new Response(readable))
  const left = new AbortController()
  onTestFinished(async () => {
    left.abort()
    await writer.abort().catch(() => {})
  })
  startLiveEvents(left.signal)
  return {
    streams: () => asked.filter(({ path }) => path === streamEvents.path).length,
    write: (text: string) => writer.write(new TextEncoder().encode(text)),
  }
}

const idsOf = (all: unknown[]) =>
  all.flatMap((one) => (one as { received?: { id: string } }).received?.id ?? [])

describe('the tab with the stream', () => {
  it('passes each event on to the other tabs, and to a new one those after its position', async () => {
    const { write, streams } = start()
    await expect.poll(streams).toBe(1)
    await write([8, 9, 10, 11].map(eventOf).join(''))
    await expect.poll(() => idsOf(messages)).toEqual(['8', '9', '10', '11'])
    messages.length = 0
    tab.postMessage({ since: '9' })
    await expect.poll(() => idsOf(messages)).toEqual(['10', '11'])
  })
})

describe('a tab without the stream', () => {
  it('opens none while another tab has it, and passes no request on to try again', async () => {
    const { promise: done, resolve: close } = Promise.withResolvers<void>()
    const other = navigator.locks.request('muster_events', () => done)
    const { streams } = start()
    tab.postMessage('retry')
    await new Promise((resolve) => setTimeout(resolve, 50))
    // Where the events of the page begin, it may ask of the other.
    expect([streams(), messages.includes('retry')]).toEqual([0, false])
    close()
    await other
    await expect.poll(streams).toBe(1)
  })
})

describe('an impersonation', () => {
  it('shows no other tab the events of that user', async () => {
    sessionStorage.setItem(impersonationKeys.accessToken, 'theirs')
    const { write, streams } = start()
    await expect.poll(streams).toBe(1)
    await write(eventOf(8))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(messages).toEqual([])
  })
})
