import type { LiveEvent } from '@muster/contract/events.ts'
import { useEffect, useEffectEvent } from 'react'

export interface Received {
  event: LiveEvent
  id: string
}

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()
let lastId: string | null = null

/** The last event this tab has seen, from whichever tab holds the stream. */
export function lastEventId(): string | null {
  return lastId
}

/** Hands an event to everything in this tab that listens. */
export function receive({ event, id }: Received) {
  lastId = id || lastId
  for (const listener of listeners) listener(event)
}

/** Calls the listener for every live event from now on; answers how to stop. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Calls the listener for every live event while the component is shown. */
export function useLiveEvents(listener: Listener) {
  const onEvent = useEffectEvent(listener)
  useEffect(() => onLiveEvent((event) => onEvent(event)), [])
}
