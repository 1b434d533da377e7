import type { Board, BoardColumn, Lane } from './board-moves.ts'
import { firstCards } from './read-board.ts'

/** Includes the gap above. */
export const laneHeaderHeight = 48

/** The layout of a lane: its parts of the columns, the number of rows, and its offset. */
export interface LaneLayout {
  lane: Lane
  parts: BoardColumn[]
  folded: boolean
  rows: number
  top: number
  /** The index of its header among all headers and rows. */
  index: number
}

/**
 * Returns the rows of a part: its cards, and one that says there are more. Loading does not change the
 * number.
 */
function rowsOf({ cards, nextCursor, unread, total }: BoardColumn): number {
  if (cards.length > 0 || !unread) return cards.length + (nextCursor ? 1 : 0)
  return Math.min(total.value, firstCards) + (total.value > firstCards ? 1 : 0)
}

/** Lays out lanes one below the other, each as high as its longest column. */
export function layOutLanes(
  board: Board,
  isLaneFolded: (lane: Lane) => boolean,
  isFolded: (part: BoardColumn) => boolean,
  rowHeight: number,
): LaneLayout[] {
  const byLane = Map.groupBy(board.columns, (part) => part.lane?.id)
  let top = 0
  let index = 0
  return (board.lanes ?? []).map((lane) => {
    const parts = byLane.get(lane.id) ?? []
    const folded = isLaneFolded(lane)
    // At least one row, so that there is a drop target.
    const rows = folded ? 0 : Math.max(1, ...parts.filter((part) => !isFolded(part)).map(rowsOf))
    const layout = { lane, parts, folded, rows, top, index }
    top += laneHeaderHeight + rows * rowHeight
    index += 1 + rows
    return layout
  })
}

/** Returns the height of all lanes, and the number of headers and rows. */
export function sizeOfLanes(
  lanes: readonly LaneLayout[],
  rowHeight: number,
): { height: number; items: number } {
  const last = lanes.at(-1)
  if (!last) return { height: 0, items: 0 }
  return { height: last.top + laneHeaderHeight + last.rows * rowHeight, items: last.index + 1 + last.rows }
}

/** Returns the lane of a header or row. */
export function laneAt(lanes: readonly LaneLayout[], item: number): LaneLayout | undefined {
  let low = 0
  let high = lanes.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (lanes[middle]!.index <= item) low = middle
    else high = middle - 1
  }
  return lanes[low]
}
