import type { Board } from './board-moves.ts'

const arrivedAt = new Map<string, number>()
/** A card that first renders later than this scrolled into view. */
const freshMs = 1000

/** Records the cards that others moved into a column between two versions of the board. */
export function recordArrivals(before: Board, after: Board) {
  const stood = new Map(before.columns.flatMap(({ id, cards }) => cards.map((card) => [card.id, id])))
  const now = performance.now()
  for (const [id, at] of arrivedAt) if (now - at > freshMs) arrivedAt.delete(id)
  for (const { id, cards } of after.columns) {
    const old = before.columns.find((column) => column.id === id)
    // The first load is no arrival.
    if (!old || old.unread) continue
    for (const card of cards) if (stood.get(card.id) !== id) arrivedAt.set(card.id, now)
  }
}

/** Animates a card that others just moved here, unless reduced motion is preferred. */
export function slideIn(element: HTMLElement, cardId: string) {
  const at = arrivedAt.get(cardId)
  if (at === undefined || performance.now() - at > freshMs) return
  arrivedAt.delete(cardId)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const from = { opacity: 0, transform: 'translateY(-12px)' }
  element.animate([from, { opacity: 1, transform: 'none' }], { duration: 150, easing: 'ease-out' })
}
