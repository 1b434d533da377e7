import { firstPosition } from '../api/event-position.ts'
import { expireDrafts } from '../session/draft-storage.ts'
import { isImpersonating } from '../session/stored-session.ts'
import { onRetry, retryNow, streamIs } from './connection.ts'
import { followEvents } from './event-stream.ts'
import { lastEventId, type Received, receive } from './live-events.ts'
import { refreshOnEvents } from './refresh-on-events.ts'

/** What the tab with the stream tells the others, and they it; `since` asks for what it has told after an event. */
type Message = { received: Received } | { up: boolean } | { since: string } | 'retry'

/** What a tab that has just been opened may have missed. */
const mostKept = 200

/**
 * Follows the workspace's events for as long as the signal lasts. Browsers allow few connections to one server,
 * so of all open tabs one holds the stream and passes the events on, and whether it is up; when it closes, another
 * takes over from the last event seen. Where locks are missing each tab has a stream of its own.
 */
export function startLiveEvents(signal: AbortSignal) {
  if (signal.aborted) return
  // Here because this is loaded once, after the first screen.
  expireDrafts(signal)
  // Before the first event can come.
  signal.addEventListener('abort', refreshOnEvents())
  // Whoever looks through somebody's eyes hears what that person would, and tells no other tab.
  if (!navigator.locks || isImpersonating()) {
    void followEvents({
      lastEventId,
      onEvent: receive,
      onState: streamIs,
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
    } else if ('up' in data) streamIs(data.up)
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
        streamIs(up)
        tell({ up })
      },
      signal,
    })
  }
  const since = firstPosition()
  if (since) tell({ since })
  // Rejected when the signal ends the wait: nothing is lost then.
  navigator.locks.request('muster_events', { signal }, lead).catch(() => undefined)
}
