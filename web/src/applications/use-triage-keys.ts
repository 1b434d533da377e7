import { useEffect, useEffectEvent } from 'react'

export type TriageKeys = Partial<Record<string, (event: KeyboardEvent) => void>>

/** Where keys mean something else: text is typed, or a menu or dialog is open. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="menu"], [role="dialog"], [role="listbox"], [contenteditable]')) return true
  const field = target.closest('input, textarea, select')
  return field !== null && !(field instanceof HTMLInputElement && field.type === 'checkbox')
}

/** Space and Enter belong to what has the focus, but for rows, which the cursor is on; the arrows outside the list. */
function isOfTheFocused(event: KeyboardEvent): boolean {
  const { target, key } = event
  if (!(target instanceof Element) || target === document.body) return false
  if (key === ' ' || key === 'Enter')
    return target.closest('a, button, input') !== null && !target.closest('[data-row] a')
  return key.startsWith('Arrow') && target.closest('table, main') === null
}

/**
 * Calls what a key pressed anywhere on the screen stands for, by its `event.key`; Shift is the function's to look
 * at. Not while something is typed or a menu or dialog is open.
 */
export function useTriageKeys(keys: TriageKeys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTaken(event) || isOfTheFocused(event)) return
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
