declare module '@dragdroptouch/drag-drop-touch' {
  interface Options {
    isPressHoldMode?: boolean
    pressHoldDelayMS?: number
    pressHoldMargin?: number
    allowDragScroll?: boolean
    dragImageOpacity?: number
    contextMenuDelayMS?: number
  }
  export function enableDragDropTouch(dragRoot: Element, dropRoot: Document, options?: Options): void
}
