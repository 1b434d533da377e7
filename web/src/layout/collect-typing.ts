let text = ''
let stop: (() => void) | undefined

/**
 * Collects what is typed until the command box takes it: without this, the keys would act on the screen behind it. Escape
 * ends it.
 */
export function collectTyping(onEscape: () => void): void {
  takeTyped()
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const withModifier = event.ctrlKey || event.metaKey || event.altKey
    // The shortcut of the box itself closes it.
    if (withModifier && key.toLowerCase() === 'k') return
    event.stopImmediatePropagation()
    // The browser keeps its own shortcuts.
    if (withModifier) return
    event.preventDefault()
    if (key.length === 1) text += key
    else if (key === 'Backspace') text = text.slice(0, -1)
    else if (key === 'Escape') onEscape()
  }
  window.addEventListener('keydown', onKeyDown, true)
  stop = () => window.removeEventListener('keydown', onKeyDown, true)
}

/** Ends the collection and returns its text. */
export function takeTyped(): string {
  const typed = text
  text = ''
  stop?.()
  stop = undefined
  return typed
}
