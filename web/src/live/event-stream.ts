import { streamEvents } from '@muster/contract/events.ts'
import { createParser } from 'eventsource-parser'
import { refreshOrSignOut } from '../api/client.ts'
import { firstPosition } from '../api/event-position.ts'
import { isSigningOut } from '../session/session.ts'
import { readTokens } from '../session/stored-session.ts'
import { onRetry } from './connection.ts'
import type { Received } from './live-events.ts'

interface StreamOptions {
  /** The last event received, so that the server sends what was missed. */
  lastEventId: () => string | null
  onEvent: (received: Received) => void
  /** Receives true when the stream opens, false when it breaks or cannot be opened. */
  onState: (up: boolean) => void
  signal: AbortSignal
}

/** The user has reached the limit of streams; the response says when to retry. */
class TooManyStreams extends Error {
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super('RATE_LIMITED')
    this.retryAfter = retryAfter
  }
}

const defaultRetryAfter = 60
const firstPause = 1000
const longestPause = 30_000
/** The server writes at least every 15 seconds; a longer silence means a dead connection. */
const silence = 40_000

/** Reads the workspace's events until the signal aborts, and reconnects after every interruption. */
export async function followEvents(options: StreamOptions): Promise<void> {
  let pause = firstPause
  // The position of the first response or of the stream's start, for an interruption before the first event.
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
      // An interruption is not an error: the loop reconnects.
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
  if (response.status === 401) await refreshOrSignOut(accessToken)
  if (response.status === 429)
    throw new TooManyStreams(Number(response.headers.get('retry-after')) || defaultRetryAfter)
  if (!response.ok) throw new Error(`The event stream answered ${response.status}`)
  return response
}

/** Waits; ends early when the signal aborts or a retry is requested. */
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
