import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Arrange } from '../../ui/column.ts'

/** Makes a column draggable among the others. Returns the edge at which a dragged column would drop. */
export function useColumnDrag(id: string, onMove: Arrange['onMove'] | undefined) {
  const row = useRef<HTMLLIElement>(null)
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
  const movable = onMove !== undefined
  const drop = useEffectEvent((draggedId: unknown, at: 'top' | 'bottom' | null) => {
    if (typeof draggedId === 'string' && at) onMove?.(draggedId, id, at === 'top' ? 'left' : 'right')
  })

  useEffect(() => {
    const element = row.current
    if (!element || !movable) return
    const edgeOf = (data: Record<string | symbol, unknown>) => {
      const closest = extractClosestEdge(data)
      return closest === 'top' || closest === 'bottom' ? closest : null
    }
    return combine(
      draggable({ element, getInitialData: () => ({ listedColumnId: id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => 'listedColumnId' in source.data && source.data.listedColumnId !== id,
        getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(edgeOf(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null)
          drop(source.data.listedColumnId, edgeOf(self.data))
        },
      }),
    )
  }, [id, movable])

  return { row, edge }
}
