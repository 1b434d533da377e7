import { getBoard } from '@muster/contract/board.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { clearLastBoard } from '../layout/board-id.ts'
import type { Board } from './board-moves.ts'
import { type BoardSearch, toQuery } from './board-search.ts'

export function boardQuery(id: string, search: BoardSearch) {
  return queryOptions<Board, ApiError>({
    queryKey: [getBoard.name, { params: { id }, query: toQuery(search), group: search.group }],
    queryFn: async ({ client, queryKey, signal }) => {
      // The code that reads a board is too large for the first load of a screen.
      const { readBoard } = await import('./read-board.ts')
      try {
        return await readBoard(id, search, client.getQueryData<Board>(queryKey), signal)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') clearLastBoard(id)
        throw error
      }
    },
  })
}
