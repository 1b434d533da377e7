import { useRef } from 'react'

/**
 * Returns `run`, which ignores calls until the previous one has ended. The second click of a double click can come
 * before a pending mutation disables its button.
 */
export function useOneAtATime<Arguments extends unknown[]>(run: (...input: Arguments) => Promise<unknown>) {
  const isRunning = useRef(false)
  return async (...input: Arguments) => {
    if (isRunning.current) return
    isRunning.current = true
    // The operation reports its own failure.
    await run(...input).catch(() => undefined)
    isRunning.current = false
  }
}
