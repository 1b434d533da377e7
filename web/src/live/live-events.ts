import type { LiveEvent } from '@muster/contract/events.ts'
import { useEffect, useEffectEvent } from 'react'
import { followEvents } from './event-stream.ts'

type Listener = (event: LiveEvent) => void

interface Shared {
  event: LiveEvent
  id: string
}

const listeners = new Set<Listener>()
let lastEventId: string | null = null

function receive({ event, id }: Shared) {
  lastEventId = id || lastEventId
  for (const listener of listeners) listener(event)
}

/**
 * Follows the workspace's events for as long as the signal lasts. Browsers allow few connections to one server,
 * so of all open tabs one holds the stream and passes the events on; when it closes, another takes over from
 * the last event seen. Where locks or channels are missing each tab has its own stream.
 */
export function startLiveEvents(signal: AbortSignal) {
  if (!navigator.locks) {
    void followEvents({
      lastEventId: () => lastEventId,
      onEvent: (event, id) => receive({ event, id }),
      signal,
    })
    return
  }
  const channel = new BroadcastChannel('muster_events')
  channel.onmessage = (message: MessageEvent<Shared>) => receive(message.data)
  signal.addEventListener('abort', () => channel.close())
  const lead = () =>
    followEvents({
      lastEventId: () => lastEventId,
      onEvent: (event, id) => {
        receive({ event, id })
        channel.postMessage({ event, id } satisfies Shared)
      },
      signal,
    })
  // Rejected when the signal ends the wait: nothing is lost then.
  navigator.locks.request('muster_events', { signal }, lead).catch(() => undefined)
}

/** Calls the listener for every live event while the component is shown. */
export function useLiveEvents(listener: Listener) {
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    const each: Listener = (event) => onEvent(event)
    listeners.add(each)
    return () => {
      listeners.delete(each)
    }
  }, [])
}
