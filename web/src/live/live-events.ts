import type { LiveEvent } from '@muster/contract/events.ts'
import { useEffect, useEffectEvent } from 'react'

export interface Received {
  event: LiveEvent
  id: string
}

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()
let lastId: string | null = null

/** Returns the id of the last event that this tab received, from whichever tab holds the stream. */
export function lastEventId(): string | null {
  return lastId
}

/** Passes an event to all listeners in this tab. */
export function receive({ event, id }: Received) {
  lastId = id || lastId
  for (const listener of listeners) listener(event)
}

/** Calls the listener for every live event. Returns a function that unsubscribes. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Calls the listener for every live event while the component is mounted. */
export function useLiveEvents(listener: Listener) {
  const onEvent = useEffectEvent(listener)
  useEffect(() => onLiveEvent((event) => onEvent(event)), [])
}
