import { useSyncExternalStore } from 'react'

/** Whether the server can be reached: as the browser says, and as the stream of live events shows. */
export type Connection = 'online' | 'offline' | 'unreachable'

/** The stream breaks now and then, and is back in a second; only longer is worth a word. */
const patience = 4000

let streamIsUp = true
let unreachable = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const retries = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

/** The stream is open, or broke and is being made again. */
export function streamIs(up: boolean) {
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
    }, patience)
  }
}

/** Calls the listener when the stream should be tried again without waiting; answers how to stop. */
export function onRetry(listener: () => void): () => void {
  retries.add(listener)
  return () => {
    retries.delete(listener)
  }
}

/** Tries to reach the server now. */
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
