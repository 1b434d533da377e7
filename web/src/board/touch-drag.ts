/** How long a touch must hold a card to pick it up; a shorter one scrolls or opens it. */
const holdMs = 300
/** A touch that moves further before then scrolls. */
const steadyPixels = 8

/**
 * Enables dragging by touch, which not every browser supports: a held touch is converted to drag events.
 * Returns a function that disables it.
 */
export function enableTouchDrag(root: HTMLElement): () => void {
  if (navigator.maxTouchPoints === 0) return () => {}
  let touched = false
  const onTouch = ({ touches }: TouchEvent) => {
    touched = touches.length > 0
  }
  // Prevents the browser's own drag after a long press, which would make two.
  const onNative = (event: Event) => {
    if (!event.isTrusted || !touched) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) {
    window.addEventListener(type, onTouch, options)
  }
  for (const type of ['dragstart', 'contextmenu']) root.addEventListener(type, onNative, options)
  void import('@dragdroptouch/drag-drop-touch').then(({ enableDragDropTouch }) => {
    if (listeners.signal.aborted) return
    enableDragDropTouch(root, document, {
      isPressHoldMode: true,
      pressHoldDelayMS: holdMs,
      pressHoldMargin: steadyPixels,
      allowDragScroll: false,
      dragImageOpacity: 1,
      // Never: the card's button opens the menu.
      contextMenuDelayMS: 2 ** 31 - 1,
    })
  })
  return () => listeners.abort()
}
