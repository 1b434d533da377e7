import { streamEvents } from '@muster/contract/events.ts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { storeTokens } from '../session/stored-session.ts'
import { answerRequests, refusal } from '../testing/answer-requests.ts'
import { retryNow } from './connection.ts'
import { followEvents } from './event-stream.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  localStorage.clear()
  sessionStorage.clear()
  storeTokens({ access_token: 'old', refresh_token: 'r1' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** An open stream, to write to and to end. */
function stream(position: string) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    response(signal: AbortSignal) {
      signal.addEventListener('abort', () => writer.abort(signal.reason).catch(() => {}))
      return new Response(readable, { headers: { 'last-event-id': position } })
    },
    write: (text: string) => writer.write(new TextEncoder().encode(text)),
    end: () => writer.close(),
  }
}

/** Follows the events and answers each connection in turn; beyond, none is answered. */
function follow(...answers: ((signal: AbortSignal) => unknown)[]) {
  const states: boolean[] = []
  const events: unknown[] = []
  const positions: (string | null)[] = []
  let lastId: string | null = null
  let signal = AbortSignal.abort()
  const asked = answerRequests(({ path }) => {
    if (path !== streamEvents.path) return { access_token: 'new', refresh_token: 'r2' }
    return (answers[positions.length - 1] ?? (() => Promise.withResolvers().promise))(signal)
  })
  const answering = globalThis.fetch
  globalThis.fetch = (address, init) => {
    if (String(address).endsWith(streamEvents.path)) {
      positions.push(new Headers(init?.headers).get('last-event-id'))
      signal = init!.signal!
    }
    return answering(address, init)
  }
  const left = new AbortController()
  onTestFinished(() => left.abort())
  void followEvents({
    lastEventId: () => lastId,
    onEvent: ({ event, id }) => {
      events.push(event)
      lastId = id
    },
    onState: (up) => states.push(up),
    signal: left.signal,
  })
  return { states, events, positions, asked, leave: () => left.abort() }
}

const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const event = { kind: 'notified', userId: 'ana', actorId: null }

describe('the event stream', () => {
  it('goes on after an interruption from the last event, or from where it began', async () => {
    const [first, second] = [stream('41'), stream('41')]
    const { positions, events } = follow(first.response, second.response)
    await after(0)
    const [start] = positions
    await first.end()
    await after(1)
    await second.write(`id: 42\ndata: ${JSON.stringify(event)}\n\n`)
    await after(0)
    await second.end()
    await after(2)
    expect(events).toEqual([event])
    expect(positions).toEqual([start, start ?? '41', '42'])
  })

  it('is opened again ever more rarely, at most half a minute later, and soon once it was open', async () => {
    const broken = () => refusal(503, 'UNAVAILABLE')
    const open = stream('41')
    const { positions, states } = follow(...Array(7).fill(broken), open.response)
    for (const [seconds, count] of [
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 4],
      [8, 5],
      [16, 6],
      [30, 7],
      [30, 8],
    ] as const) {
      await after(seconds)
      expect(positions).toHaveLength(count)
    }
    expect(states).toEqual([...Array(7).fill(false), true])
    await open.end()
    await after(1)
    expect(positions).toHaveLength(9)
  })

  it('waits as long as the server says when the user has too many, which is no lost connection', async () => {
    const tooMany = () =>
      Response.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '20' } })
    const { positions, states } = follow(tooMany)
    await after(19)
    expect([positions.length, states]).toEqual([1, [true]])
    await after(1)
    expect(positions).toHaveLength(2)
  })

  it('is opened at once when somebody asks for it', async () => {
    const { positions } = follow(() => refusal(503, 'UNAVAILABLE'))
    await after(0)
    retryNow()
    await after(0)
    expect(positions).toHaveLength(2)
  })

  it('refreshes an access token that ran out', async () => {
    const { asked } = follow(() => refusal(401, 'UNAUTHENTICATED'))
    await after(2)
    expect(asked.filter(({ path }) => path === streamEvents.path).map((one) => one.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ])
  })

  it('is opened again after 40 seconds of silence, not while the server still writes', async () => {
    const open = stream('41')
    const { positions, states } = follow(open.response)
    for (let time = 0; time < 4; time += 1) {
      await after(15)
      await open.write(': still here\n\n')
    }
    expect([positions.length, states]).toEqual([1, [true]])
    await after(41)
    await after(1)
    expect(states.at(-1)).toBe(false)
    expect(positions).toHaveLength(2)
  })

  it('ends with the session', async () => {
    const { positions, leave } = follow(() => refusal(503, 'UNAVAILABLE'))
    await after(0)
    leave()
    await after(60)
    expect(positions).toHaveLength(1)
  })
})
