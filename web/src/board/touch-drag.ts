/** How long a finger rests on a card before it is picked up; a shorter touch scrolls or opens. */
const holdMs = 300
/** A finger that has moved further by then scrolls. */
const steadyPixels = 8

/**
 * Lets a finger drag what the mouse can: browsers start drags by touch on some systems only. A touch that is held
 * becomes the events of a drag. Answers how to stop.
 */
export function enableTouchDrag(root: HTMLElement): () => void {
  if (navigator.maxTouchPoints === 0) return () => {}
  let touched = false
  const onTouch = ({ touches }: TouchEvent) => {
    touched = touches.length > 0
  }
  // Where the browser would start one of its own after a long press, there would be two.
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
      // Never: a menu is behind the card's button.
      contextMenuDelayMS: 2 ** 31 - 1,
    })
  })
  return () => listeners.abort()
}
