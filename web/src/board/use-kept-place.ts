import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Card } from './board-moves.ts'
import { rowHeight } from './card-list.tsx'

/**
 * Keeps what one reads in a scrolled column where it is when cards come or go above it. At the top there is nothing
 * to keep: there new cards slide in.
 */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>, cards: readonly Card[]) {
  const before = useRef(cards)
  useLayoutEffect(() => {
    const element = scroller.current
    const old = before.current
    before.current = cards
    if (!element || old === cards || element.scrollTop < rowHeight / 2) return
    const first = Math.floor(element.scrollTop / rowHeight)
    // The first one still there, should the very first have been taken away.
    const kept = old.slice(first, first + 20).find((card) => cards.some(({ id }) => id === card.id))
    if (!kept) return
    const now = cards.findIndex(({ id }) => id === kept.id)
    const then = old.findIndex(({ id }) => id === kept.id)
    if (now === then) return
    element.scrollTop += (now - then) * rowHeight
    // Cards that stay in place for the eye must not glide there.
    element.dataset.still = ''
    requestAnimationFrame(() => requestAnimationFrame(() => delete element.dataset.still))
  }, [scroller, cards])
}
