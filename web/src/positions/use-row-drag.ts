import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Lets a row be dragged by its handle among its siblings. Answers at which edge of it another would land. */
export function useRowDrag(statusId: string, index: number, onMove: (id: string, index: number) => void) {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null)
  const drop = useEffectEvent((id: unknown, at: 'top' | 'bottom' | null) => {
    if (typeof id === 'string' && at) onMove(id, at === 'top' ? index : index + 1)
  })

  useEffect(() => {
    const element = row.current
    const dragHandle = handle.current
    if (!element || !dragHandle) return
    const edgeOf = (data: Record<string | symbol, unknown>) => {
      const closest = extractClosestEdge(data)
      return closest === 'top' || closest === 'bottom' ? closest : null
    }
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ statusId }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => 'statusId' in source.data && source.data.statusId !== statusId,
        getData: ({ input }) =>
          attachClosestEdge({ statusId }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(edgeOf(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null)
          drop(source.data.statusId, edgeOf(self.data))
        },
      }),
    )
  }, [statusId])

  return { row, handle, edge }
}
