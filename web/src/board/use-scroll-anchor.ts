import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Card } from './board-moves.ts'

/**
 * Keeps the visible cards of a scrolled column in place when cards are added or removed above. At the top
 * nothing is kept: new cards slide in there.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  cards: readonly Card[],
  rowHeight: number,
) {
  const before = useRef(cards)
  useLayoutEffect(() => {
    const element = scroller.current
    const old = before.current
    before.current = cards
    if (!element || old === cards || element.scrollTop < rowHeight / 2) return
    const first = Math.floor(element.scrollTop / rowHeight)
    // The first one that still exists, since the very first may be gone.
    const kept = old.slice(first, first + 20).find((card) => cards.some(({ id }) => id === card.id))
    if (!kept) return
    const now = cards.findIndex(({ id }) => id === kept.id)
    const then = old.findIndex(({ id }) => id === kept.id)
    if (now === then) return
    element.scrollTop += (now - then) * rowHeight
    // Disables transitions: cards that stay in place must not slide.
    element.dataset.still = ''
    requestAnimationFrame(() => requestAnimationFrame(() => delete element.dataset.still))
  }, [scroller, cards, rowHeight])
}
