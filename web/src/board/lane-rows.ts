import type { Board, BoardColumn, Lane } from './board-moves.ts'
import { rowHeight } from './card-list.tsx'
import { lanePage } from './read-board.ts'

/** With the gap before it. */
export const laneHeaderHeight = 48

/** A lane as it is laid out: its parts of the columns, how many rows of cards they need, and where it begins. */
export interface LaidLane {
  lane: Lane
  parts: BoardColumn[]
  folded: boolean
  rows: number
  top: number
  /** Of its header among all headers and rows. */
  index: number
}

/** As many rows as the part shows, and one that says there are more; the same before it is read as after. */
function rowsOf({ cards, nextCursor, unread, total }: BoardColumn): number {
  if (cards.length > 0 || !unread) return cards.length + (nextCursor ? 1 : 0)
  return Math.min(total.value, lanePage) + (total.value > lanePage ? 1 : 0)
}

/** Lanes one below the other, each as high as its longest column. */
export function layLanes(
  board: Board,
  isLaneFolded: (lane: Lane) => boolean,
  isFolded: (part: BoardColumn) => boolean,
): LaidLane[] {
  const byLane = Map.groupBy(board.columns, (part) => part.lane?.id)
  let top = 0
  let index = 0
  return (board.lanes ?? []).map((lane) => {
    const parts = byLane.get(lane.id) ?? []
    const folded = isLaneFolded(lane)
    // A row at least, so that there is somewhere to drop.
    const rows = folded ? 0 : Math.max(1, ...parts.filter((part) => !isFolded(part)).map(rowsOf))
    const laid = { lane, parts, folded, rows, top, index }
    top += laneHeaderHeight + rows * rowHeight
    index += 1 + rows
    return laid
  })
}

/** How high all of them are, and how many headers and rows there are. */
export function sizeOfLanes(lanes: readonly LaidLane[]): { height: number; items: number } {
  const last = lanes.at(-1)
  if (!last) return { height: 0, items: 0 }
  return { height: last.top + laneHeaderHeight + last.rows * rowHeight, items: last.index + 1 + last.rows }
}

/** The lane a header or row belongs to. */
export function laneAt(lanes: readonly LaidLane[], item: number): LaidLane | undefined {
  let low = 0
  let high = lanes.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (lanes[middle]!.index <= item) low = middle
    else high = middle - 1
  }
  return lanes[low]
}
