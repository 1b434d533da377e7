import type { DropTargetRecord } from '@atlaskit/pragmatic-drag-and-drop/types'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import type { Card } from './board-moves.ts'

type DragData = Record<string | symbol, unknown>

/** Returns the drag data of cards. */
export function toDragData(cards: readonly Card[]): DragData {
  return { cards }
}

/** Returns the dragged cards; empty if something else is dragged. */
export function draggedCards(data: DragData): readonly Card[] {
  return Array.isArray(data.cards) ? data.cards : []
}

/** A column and, over one of its cards, the index before which the cards would drop. */
export interface DropPlace {
  columnId: string
  index: number
}

/**
 * Returns the drop target under the pointer from its elements, innermost first: a column and possibly a card.
 */
export function dropPlaceOf(
  targets: readonly DropTargetRecord[],
  cardsIn: (columnId: string) => readonly Card[],
): DropPlace | null {
  const columnId = targets.map((target) => target.data.columnId).find((id) => typeof id === 'string')
  if (columnId === undefined) return null
  const cards = cardsIn(columnId)
  const over = targets.find((target) => target.data.cardId)
  const index = over ? cards.findIndex((card) => card.id === over.data.cardId) : -1
  if (!over || index < 0) return { columnId, index: cards.length }
  return { columnId, index: extractClosestEdge(over.data) === 'bottom' ? index + 1 : index }
}
