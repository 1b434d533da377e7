import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { moveRefusal, useBoardContext } from './board-context.ts'
import type { BoardColumn } from './board-moves.ts'
import { draggedCards, dropPlaceOf } from './dragged-cards.ts'

interface Elements {
  column: RefObject<HTMLElement | null>
  /** The element that scrolls while cards are dragged near its edge. */
  scroller?: RefObject<HTMLElement | null>
}

/**
 * Makes a column a drop target. Returns the index before which cards would drop; null while none are over it.
 */
export function useDropIndex(column: BoardColumn, elements: Elements): number | null {
  const { can } = useBoardContext()
  const [index, setIndex] = useState<number | null>(null)
  const accepts = useEffectEvent((data: Record<string | symbol, unknown>) => {
    const cards = draggedCards(data)
    return cards.length > 0 && moveRefusal(column, cards, can) === null
  })
  const indexOf = useEffectEvent((targets: Parameters<typeof dropPlaceOf>[0]) => {
    const place = dropPlaceOf(targets, () => column.cards)
    return place?.columnId === column.id ? place.index : null
  })
  const { column: columnElement, scroller } = elements
  const { id } = column

  useEffect(() => {
    const element = columnElement.current
    if (!element) return
    const target = dropTargetForElements({
      element,
      canDrop: ({ source }) => accepts(source.data),
      getData: () => ({ columnId: id }),
      onDrag: ({ location }) => setIndex(indexOf(location.current.dropTargets)),
      onDragEnter: ({ location }) => setIndex(indexOf(location.current.dropTargets)),
      onDragLeave: () => setIndex(null),
      onDrop: () => setIndex(null),
    })
    const scrolled = scroller?.current
    return scrolled ? combine(target, autoScrollForElements({ element: scrolled })) : target
  }, [columnElement, scroller, id])

  return index
}
