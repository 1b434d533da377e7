import { followEvents } from './event-stream.ts'
import { lastEventId, type Received, receive } from './live-events.ts'

/**
 * Follows the workspace's events for as long as the signal lasts. Browsers allow few connections to one server,
 * so of all open tabs one holds the stream and passes the events on; when it closes, another takes over from
 * the last event seen. Where locks are missing each tab has a stream of its own.
 */
export function startLiveEvents(signal: AbortSignal) {
  if (signal.aborted) return
  if (!navigator.locks) {
    void followEvents({ lastEventId, onEvent: receive, signal })
    return
  }
  const channel = new BroadcastChannel('muster_events')
  channel.onmessage = (message: MessageEvent<Received>) => receive(message.data)
  signal.addEventListener('abort', () => channel.close())
  const lead = () =>
    followEvents({
      lastEventId,
      onEvent: (received) => {
        receive(received)
        channel.postMessage(received)
      },
      signal,
    })
  // Rejected when the signal ends the wait: nothing is lost then.
  navigator.locks.request('muster_events', { signal }, lead).catch(() => undefined)
}
