import { listNotifications } from '@muster/contract/notifications.ts'
import { invalidate } from '../api/query.ts'
import { onRetry, retryNow, streamIs } from './connection.ts'
import { followEvents } from './event-stream.ts'
import { lastEventId, type Received, receive } from './live-events.ts'

/** What the tab with the stream tells the others, and they it. */
type Message = { received: Received } | { up: boolean } | 'retry'

let begun = false

/**
 * Says whether the stream is up. What came between the first answers and its beginning is not told by it: the bell
 * asks once more.
 */
function stateIs(up: boolean) {
  streamIs(up)
  if (!up || begun) return
  begun = true
  void invalidate(listNotifications)
}

/**
 * Follows the workspace's events for as long as the signal lasts. Browsers allow few connections to one server,
 * so of all open tabs one holds the stream and passes the events on, and whether it is up; when it closes, another
 * takes over from the last event seen. Where locks are missing each tab has a stream of its own.
 */
export function startLiveEvents(signal: AbortSignal) {
  if (signal.aborted) return
  if (!navigator.locks) {
    void followEvents({
      lastEventId,
      onEvent: receive,
      onState: stateIs,
      signal,
    })
    return
  }
  const channel = new BroadcastChannel('muster_events')
  const tell = (message: Message) => channel.postMessage(message)
  let leads = false
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'retry') {
      if (leads) retryNow()
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
        tell({ received })
      },
      onState: (up) => {
        stateIs(up)
        tell({ up })
      },
      signal,
    })
  }
  // Rejected when the signal ends the wait: nothing is lost then.
  navigator.locks.request('muster_events', { signal }, lead).catch(() => undefined)
}
