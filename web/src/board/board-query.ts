import { getBoard } from '@muster/contract/board.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { forgetBoard } from '../layout/board-id.ts'
import type { Board } from './board-moves.ts'
import { type BoardSearch, toQuery } from './board-search.ts'

export function boardQuery(id: string, search: BoardSearch) {
  return queryOptions<Board, ApiError>({
    queryKey: [getBoard.name, { params: { id }, query: toQuery(search), group: search.group }],
    queryFn: async ({ client, queryKey, signal }) => {
      // How it is read weighs too much for the first load of any screen.
      const { readBoard } = await import('./read-board.ts')
      try {
        return await readBoard(id, search, client.getQueryData<Board>(queryKey), signal)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') forgetBoard(id)
        throw error
      }
    },
  })
}
