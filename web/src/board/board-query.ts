import { getBoard, getBoardColumn } from '@muster/contract/board.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call, type InputOf } from '../api/call.ts'
import { forgetBoard } from '../layout/board-id.ts'
import type { Board, BoardColumn } from './board-moves.ts'

/** What the board's address filters by. */
export interface BoardSearch {
  /** User ids, `me`, or `none` for unassigned. */
  ownerId?: string[]
  source?: string[]
  q?: string
  late?: true
}

type Query = NonNullable<InputOf<typeof getBoard>['query']>

const longestPage = 200

function toQuery({ ownerId, source, q, late }: BoardSearch): Query {
  return { ownerId, source, q, late: late && 'true' }
}

/** A column from its top to at least `count` cards, or its end. */
export async function readColumn(
  boardId: string,
  columnId: string,
  search: BoardSearch,
  count: number,
  signal?: AbortSignal,
): Promise<BoardColumn> {
  const params = { id: boardId, columnId }
  const limit = Math.min(Math.max(count, 50), longestPage)
  const query = { ...toQuery(search), limit }
  let column = await call(getBoardColumn, { params, query }, { signal })
  while (column.nextCursor && column.cards.length < count) {
    column = await readFurther(boardId, column, search, signal)
  }
  return column
}

/** The column with the next page of its cards. */
export async function readFurther(
  boardId: string,
  column: BoardColumn,
  search: BoardSearch,
  signal?: AbortSignal,
): Promise<BoardColumn> {
  const params = { id: boardId, columnId: column.id }
  const query = { ...toQuery(search), limit: longestPage, cursor: column.nextCursor ?? undefined }
  const next = await call(getBoardColumn, { params, query }, { signal })
  const known = new Set(column.cards.map((card) => card.id))
  return { ...next, cards: [...column.cards, ...next.cards.filter((card) => !known.has(card.id))] }
}

/** The board, each column as far down as it was read before. */
export async function readBoard(
  id: string,
  search: BoardSearch,
  before: Board | undefined,
  signal?: AbortSignal,
): Promise<Board> {
  const board = await call(getBoard, { params: { id }, query: toQuery(search) }, { signal })
  const columns = board.columns.map((column) => {
    const count = before?.columns.find((each) => each.id === column.id)?.cards.length ?? 0
    return column.nextCursor && column.cards.length < count
      ? readColumn(id, column.id, search, count, signal)
      : column
  })
  return { ...board, columns: await Promise.all(columns) }
}

export function boardQuery(id: string, search: BoardSearch) {
  return queryOptions<Board, ApiError>({
    queryKey: [getBoard.name, { params: { id }, query: toQuery(search) }],
    queryFn: async ({ client, queryKey, signal }) => {
      try {
        return await readBoard(id, search, client.getQueryData<Board>(queryKey), signal)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') forgetBoard(id)
        throw error
      }
    },
  })
}
