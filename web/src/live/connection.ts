import { useSyncExternalStore } from 'react'

/** Whether the server is reachable, according to the browser and the event stream. */
export type Connection = 'online' | 'offline' | 'unreachable'

/** In milliseconds. Short interruptions of the stream are not reported. */
const graceMs = 4000

let streamIsUp = true
let unreachable = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const retries = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

/** Reports that the stream is open, or that it broke and is reconnecting. */
export function reportStream(up: boolean) {
  if (up === streamIsUp) return
  streamIsUp = up
  clearTimeout(timer)
  if (up) {
    unreachable = false
    changed()
  } else {
    timer = setTimeout(() => {
      unreachable = true
      changed()
    }, graceMs)
  }
}

/**
 * Calls the listener when the stream should reconnect without waiting. Returns a function that unsubscribes.
 */
export function onRetry(listener: () => void): () => void {
  retries.add(listener)
  return () => {
    retries.delete(listener)
  }
}

/** Reconnects now. */
export function retryNow() {
  for (const retry of retries) retry()
}

window.addEventListener('online', () => {
  changed()
  retryNow()
})
window.addEventListener('offline', changed)

function current(): Connection {
  if (!navigator.onLine) return 'offline'
  return unreachable ? 'unreachable' : 'online'
}

export function useConnection(): Connection {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
