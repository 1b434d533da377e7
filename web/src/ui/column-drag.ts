import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'

export type ColumnEdge = 'left' | 'right'

interface ColumnDrag {
  onEdge: (edge: ColumnEdge | null) => void
  onDrop: (draggedId: string, edge: ColumnEdge) => void
}

/** Makes a header draggable among its siblings. Reports the edge at which a dragged one would drop. */
export function dragColumn(element: HTMLElement, columnId: string, { onEdge, onDrop }: ColumnDrag) {
  const edgeOf = (data: Record<string | symbol, unknown>) => {
    const closest = extractClosestEdge(data)
    return closest === 'left' || closest === 'right' ? closest : null
  }
  return combine(
    draggable({
      element,
      // The handle at its edge resizes.
      canDrag: ({ input }) =>
        !document.elementFromPoint(input.clientX, input.clientY)?.closest('[role="separator"]'),
      getInitialData: () => ({ columnId }),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => 'columnId' in source.data && source.data.columnId !== columnId,
      getData: ({ input }) =>
        attachClosestEdge({ columnId }, { element, input, allowedEdges: ['left', 'right'] }),
      onDrag: ({ self }) => onEdge(edgeOf(self.data)),
      onDragLeave: () => onEdge(null),
      onDrop: ({ self, source }) => {
        onEdge(null)
        const edge = edgeOf(self.data)
        if (edge && typeof source.data.columnId === 'string') onDrop(source.data.columnId, edge)
      },
    }),
  )
}
