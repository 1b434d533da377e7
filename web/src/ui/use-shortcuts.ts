import { useEffect, useEffectEvent } from 'react'

export type Shortcuts = Partial<Record<string, (event: KeyboardEvent) => void>>

/** Returns whether keys have another meaning: while typing, or in a menu or dialog. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="menu"], [role="dialog"], [role="listbox"], [contenteditable]')) return true
  const field = target.closest('input, textarea, select')
  return field !== null && !(field instanceof HTMLInputElement && field.type === 'checkbox')
}

/**
 * Returns whether the focused element handles the key itself: Space and Enter except on rows, which have the
 * cursor, and arrow keys outside the list.
 */
function isHandledByFocus(event: KeyboardEvent): boolean {
  const { target, key } = event
  if (!(target instanceof Element) || target === document.body) return false
  if (key === ' ' || key === 'Enter')
    return target.closest('a, button, input') !== null && !target.closest('[data-row] a')
  return key.startsWith('Arrow') && target.closest('table, main') === null
}

/**
 * Handles keyboard shortcuts by `event.key` anywhere on the screen, except while typing or in a menu or
 * dialog. Handlers check Shift themselves.
 */
export function useShortcuts(keys: Shortcuts) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTaken(event) || isHandledByFocus(event)) return
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const action = keys[name]
    if (!action) return
    event.preventDefault()
    action(event)
  })
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('keydown', press, { signal: stop.signal })
    return () => stop.abort()
  }, [])
}
