import type { Board } from './board-moves.ts'

const arrivedAt = new Map<string, number>()
/** A card that is first drawn later than this came into view by scrolling. */
const freshMs = 1000

/** Notes which cards others brought to a column between two looks at the board. */
export function noteArrivals(before: Board, after: Board) {
  const stood = new Map(before.columns.flatMap(({ id, cards }) => cards.map((card) => [card.id, id])))
  const now = performance.now()
  for (const [id, at] of arrivedAt) if (now - at > freshMs) arrivedAt.delete(id)
  for (const { id, cards } of after.columns) {
    const old = before.columns.find((column) => column.id === id)
    // What is read for the first time brings nobody.
    if (!old || old.unread) continue
    for (const card of cards) if (stood.get(card.id) !== id) arrivedAt.set(card.id, now)
  }
}

/** Slides a card in that others just brought; at once where motion is not wanted. */
export function slideIn(element: HTMLElement, cardId: string) {
  const at = arrivedAt.get(cardId)
  if (at === undefined || performance.now() - at > freshMs) return
  arrivedAt.delete(cardId)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const from = { opacity: 0, transform: 'translateY(-12px)' }
  element.animate([from, { opacity: 1, transform: 'none' }], { duration: 150, easing: 'ease-out' })
}
