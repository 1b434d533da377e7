import { getBoard, getBoardColumn, listBoardLanes } from '@muster/contract/board.ts'
import { call } from '../api/call.ts'
import { type Board, type BoardColumn, type Lane, type LaneGroup, stageIdOf } from './board-moves.ts'
import { type BoardSearch, toQuery } from './board-search.ts'

const longestPage = 200
/** The first page of a column, or of its part in a lane: what a tall window shows, and some to scroll. */
export const firstCards = 25
/** These lanes load before the board is shown, so that it does not fill up visibly. */
const firstLanes = 3

/** Returns the page size for `count` cards. */
function pageFor(count: number): number {
  return Math.min(Math.max(count, firstCards), longestPage)
}

/** Converts a column that was read for a lane to its part in it. */
function asPart(column: BoardColumn, lane: Lane): BoardColumn {
  return { ...column, id: `${column.id} ${lane.id}`, columnId: column.id, lane }
}

/** Reads a column from its top to at least `count` cards, or its end. */
export async function readColumn(
  boardId: string,
  columnId: string,
  search: BoardSearch,
  count: number,
  signal?: AbortSignal,
): Promise<BoardColumn> {
  const params = { id: boardId, columnId }
  const query = { ...toQuery(search), limit: pageFor(count) }
  let column: BoardColumn = await call(getBoardColumn, { params, query }, { signal })
  while (column.nextCursor && column.cards.length < count) {
    column = await readFurther(boardId, column, search, signal)
  }
  return column
}

/** Returns the column with its next page: as many cards as it has, so that long columns are read in few requests. */
export async function readFurther(
  boardId: string,
  column: BoardColumn,
  search: BoardSearch,
  signal?: AbortSignal,
): Promise<BoardColumn> {
  const params = { id: boardId, columnId: stageIdOf(column) }
  const { lane } = column
  const limit = pageFor(column.cards.length)
  const query = { ...toQuery(search, lane), limit, cursor: column.nextCursor ?? undefined }
  const read = await call(getBoardColumn, { params, query }, { signal })
  const next = lane ? asPart(read, lane) : read
  const known = new Set(column.cards.map((card) => card.id))
  return { ...next, cards: [...column.cards, ...next.cards.filter((card) => !known.has(card.id))] }
}

/** Fills some lanes of a board, as far as they were loaded before. */
export async function readLanes(
  board: Board,
  search: BoardSearch,
  lanes: readonly Lane[],
  signal?: AbortSignal,
): Promise<(now: Board) => Board> {
  const read = await Promise.all(
    lanes.map(async (lane) => {
      const parts = board.columns.filter((column) => column.lane?.id === lane.id)
      const limit = pageFor(Math.max(0, ...parts.map((part) => part.cards.length)))
      const query = { ...toQuery(search, lane), limit }
      const { columns } = await call(getBoard, { params: { id: board.id }, query }, { signal })
      return columns.map((column) => asPart(column, lane))
    }),
  )
  const byId = new Map(read.flat().map((part) => [part.id, part]))
  return (now) => ({ ...now, columns: now.columns.map((part) => byId.get(part.id) ?? part) })
}

/**
 * Reads a board in lanes: the size of every lane, and the cards of the first ones or of those shown before.
 */
async function readBoardInLanes(
  id: string,
  search: BoardSearch,
  group: LaneGroup,
  before: Board | undefined,
  signal?: AbortSignal,
): Promise<Board> {
  const query = toQuery(search)
  const [board, cut] = await Promise.all([
    call(getBoard, { params: { id }, query: { ...query, limit: 1 } }, { signal }),
    call(listBoardLanes, { params: { id }, query: { ...query, group } }, { signal }),
  ])
  const lanes = cut.lanes.map(({ id: laneId, name }) => ({ id: laneId, name, group }))
  const known = new Map(before?.columns.map((part) => [part.id, part]))
  const columns = cut.lanes.flatMap(({ counts }, index) =>
    board.columns.map((column) => {
      const part = asPart({ ...column, cards: [], nextCursor: null }, lanes[index]!)
      const { cards = [], nextCursor = null } = known.get(part.id) ?? {}
      const value = counts.find((each) => each.columnId === column.id)?.count ?? 0
      return { ...part, cards, nextCursor, total: { value, atLeast: false }, unread: true }
    }),
  )
  const whole = { ...board, columns, lanes, wholeColumns: board.columns }
  return before ? whole : (await readLanes(whole, search, lanes.slice(0, firstLanes), signal))(whole)
}

/** Reads the board, each column as far as it was loaded before. */
export async function readBoard(
  id: string,
  search: BoardSearch,
  before: Board | undefined,
  signal?: AbortSignal,
): Promise<Board> {
  if (search.group) return readBoardInLanes(id, search, search.group, before, signal)
  const query = { ...toQuery(search), limit: firstCards }
  const board = await call(getBoard, { params: { id }, query }, { signal })
  const columns = board.columns.map((column) => {
    const count = before?.columns.find((each) => each.id === column.id)?.cards.length ?? 0
    return column.nextCursor && column.cards.length < count
      ? readColumn(id, column.id, search, count, signal)
      : column
  })
  return { ...board, columns: await Promise.all(columns) }
}
