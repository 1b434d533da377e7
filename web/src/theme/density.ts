import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'

// Also read by public/color-scheme.js, which sets the attribute before anything is drawn.
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

// Another tab of this browser chose.
window.addEventListener('storage', ({ key: changed, newValue }) => {
  if (changed === key) show(newValue === 'compact' ? 'compact' : 'comfortable')
})

/** Keeps on this device how high rows are, and shows it at once. */
export function setDensity(density: Density) {
  localStorage.setItem(key, density)
  show(density)
}

/** How high rows are: 40 px comfortable, 32 px compact, as `--row-height` says. */
export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
