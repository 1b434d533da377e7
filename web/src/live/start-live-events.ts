import { firstPosition } from '../api/event-position.ts'
import { expireDrafts } from '../session/draft-storage.ts'
import { isImpersonating } from '../session/stored-session.ts'
import { onRetry, reportStream, retryNow } from './connection.ts'
import { followEvents } from './event-stream.ts'
import { lastEventId, type Received, receive } from './live-events.ts'
import { refreshOnEvents } from './refresh-on-events.ts'

/** The messages between tabs. `since` requests the events after an id. */
type Message = { received: Received } | { up: boolean } | { since: string } | 'retry'

/** Events kept for tabs that were just opened. */
const mostKept = 200

/**
 * Subscribes to the workspace's events until the signal aborts. Browsers limit connections per server, so
 * only one of the open tabs holds the stream and forwards events and connection state; when it closes,
 * another takes over from the last event. Without Web Locks each tab has its own stream.
 */
export function startLiveEvents(signal: AbortSignal) {
  if (signal.aborted) return
  // Called here because this module loads once, after the first screen.
  expireDrafts(signal)
  // Before the first event arrives.
  signal.addEventListener('abort', refreshOnEvents())
  // An impersonation receives that user's events, and forwards none to other tabs.
  if (!navigator.locks || isImpersonating()) {
    void followEvents({
      lastEventId,
      onEvent: receive,
      onState: reportStream,
      signal,
    })
    return
  }
  const channel = new BroadcastChannel('muster_events')
  const tell = (message: Message) => channel.postMessage(message)
  let leads = false
  let recent: Received[] = []
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'retry') {
      if (leads) retryNow()
    } else if ('since' in data) {
      if (leads)
        for (const received of recent) if (Number(received.id) > Number(data.since)) tell({ received })
    } else if ('up' in data) reportStream(data.up)
    else receive(data.received)
  }
  const stopAsking = onRetry(() => leads || tell('retry'))
  signal.addEventListener('abort', () => {
    stopAsking()
    channel.close()
  })
  const lead = () => {
    leads = true
    return followEvents({
      lastEventId,
      onEvent: (received) => {
        receive(received)
        recent = [...recent.slice(1 - mostKept), received]
        tell({ received })
      },
      onState: (up) => {
        reportStream(up)
        tell({ up })
      },
      signal,
    })
  }
  const since = firstPosition()
  if (since) tell({ since })
  // Rejected when the signal aborts the wait: nothing is lost.
  navigator.locks.request('muster_events', { signal }, lead).catch(() => undefined)
}
