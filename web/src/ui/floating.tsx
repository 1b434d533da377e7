import { type ReactNode, Suspense, useSyncExternalStore } from 'react'

let shown: ReactNode = null
const listeners = new Set<() => void>()

function set(next: ReactNode) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a dialog over whatever screen is open, until it calls `close`. */
export function showFloating(render: (close: () => void) => ReactNode) {
  set(render(() => set(null)))
}

/** Renders what `showFloating` shows; once, in the layout. */
export function Floating() {
  return <Suspense>{useSyncExternalStore(subscribe, () => shown)}</Suspense>
}
