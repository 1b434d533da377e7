import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'

// Also read by public/color-scheme.js, which sets the attribute before the first paint.
const key = 'density'
const root = document.documentElement

const listeners = new Set<() => void>()

function current(): Density {
  return root.dataset.density === 'compact' ? 'compact' : 'comfortable'
}

function show(density: Density) {
  root.dataset.density = density
  for (const listener of listeners) listener()
}

// Changed in another tab of this browser.
window.addEventListener('storage', ({ key: changed, newValue }) => {
  if (changed === key) show(newValue === 'compact' ? 'compact' : 'comfortable')
})

/** Stores the density on this device and applies it. */
export function setDensity(density: Density) {
  localStorage.setItem(key, density)
  show(density)
}

/** Returns the density of rows: 40 px comfortable, 32 px compact; `--row-height` has the value. */
export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
