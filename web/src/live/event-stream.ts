import { streamEvents } from '@muster/contract/events.ts'
import { createParser } from 'eventsource-parser'
import { refreshOrLeave } from '../api/client.ts'
import { firstPosition } from '../api/event-position.ts'
import { isSigningOut } from '../session/session.ts'
import { readTokens } from '../session/stored-session.ts'
import { onRetry } from './connection.ts'
import type { Received } from './live-events.ts'

interface StreamOptions {
  /** The last event seen, so that the server sends what was missed. */
  lastEventId: () => string | null
  onEvent: (received: Received) => void
  /** The stream is open; or it broke, or could not be opened again. */
  onState: (up: boolean) => void
  signal: AbortSignal
}

/** The person has as many streams as they may: the server is there, and says when to come back. */
class TooManyStreams extends Error {
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super('RATE_LIMITED')
    this.retryAfter = retryAfter
  }
}

const usualRetryAfter = 60
const firstPause = 1000
const longestPause = 30_000
/** The server writes at least every 15 seconds; silence for longer is a dead line. */
const silence = 40_000

/** Follows the workspace's events until the signal ends it, coming back after every break. */
export async function followEvents(options: StreamOptions): Promise<void> {
  let pause = firstPause
  // Where the first answers stood or else the stream began, for a break that comes before the first event.
  let startedAt = firstPosition()
  const lastEventId = () => options.lastEventId() ?? startedAt
  while (!options.signal.aborted && !isSigningOut() && readTokens().accessToken) {
    try {
      await readStream({ ...options, lastEventId }, (standsAt) => {
        startedAt ??= standsAt
        pause = firstPause
        options.onState(true)
      })
    } catch (error) {
      if (error instanceof TooManyStreams) {
        options.onState(true)
        await wait(error.retryAfter * 1000, options.signal)
        continue
      }
      // A break of the line is nothing to report: it is made again below.
    }
    if (!options.signal.aborted) options.onState(false)
    await wait(pause + Math.random() * 500, options.signal)
    pause = Math.min(pause * 2, longestPause)
  }
}

async function readStream(
  { lastEventId, onEvent, signal }: StreamOptions,
  onOpen: (standsAt: string | null) => void,
) {
  const line = new AbortController()
  const stop = () => line.abort()
  signal.addEventListener('abort', stop, { once: true })
  let watchdog = setTimeout(stop, silence)
  try {
    const response = await open(lastEventId(), line.signal)
    if (!response.body) return
    onOpen(response.headers.get('last-event-id'))
    const parser = createParser({
      onEvent: ({ id, data }) => onEvent({ event: JSON.parse(data), id: id ?? '' }),
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(watchdog)
      watchdog = setTimeout(stop, silence)
      parser.feed(value)
    }
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function open(lastEventId: string | null, signal: AbortSignal): Promise<Response> {
  const { accessToken, tokenType } = readTokens()
  const response = await fetch(`/api/v1${streamEvents.path}`, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `${tokenType} ${accessToken}`,
      ...(lastEventId && { 'Last-Event-ID': lastEventId }),
    },
    cache: 'no-store',
    signal,
  })
  if (response.status === 401) await refreshOrLeave(accessToken)
  if (response.status === 429)
    throw new TooManyStreams(Number(response.headers.get('retry-after')) || usualRetryAfter)
  if (!response.ok) throw new Error(`The event stream answered ${response.status}`)
  return response
}

/** Waits; less long when the signal ends it, or when somebody asks to try again. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      stopListening()
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    const stopListening = onRetry(go)
    signal.addEventListener('abort', go)
  })
}
