import type { LiveEvent } from '@muster/contract/events.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo } from 'react'
import { useLiveEvents } from '../live/live-events.ts'
import { recordArrivals } from './arrivals.ts'
import { type Board, stageIdOf } from './board-moves.ts'
import { boardQuery } from './board-query.ts'
import type { BoardSearch } from './board-search.ts'
import { readBoard, readColumn } from './read-board.ts'

/** In milliseconds: the delay after an event, after an error, and the minimum interval in a busy workspace. */
const soon = 200
const afterError = 3000
const every = 1000

type ColumnIds = ReadonlySet<string> | 'all'

/** Returns the columns that an event affects. */
function affectedColumns(board: Board, event: LiveEvent): ColumnIds {
  const none: ColumnIds = new Set()
  if (event.kind === 'positions-changed' || event.kind === 'applications-changed') {
    return board.kind === 'pipeline' || event.positionIds.includes(board.id) ? 'all' : none
  }
  if (event.kind !== 'applications-moved') return none
  if (board.kind === 'pipeline') return 'all'
  if (!event.positionIds.includes(board.id)) return none
  const moved = new Set(event.applicationIds)
  const affected = board.columns.filter(
    (column) =>
      event.toStatusIds.includes(stageIdOf(column)) || column.cards.some((card) => moved.has(card.id)),
  )
  if (board.lanes) return affected.length > 0 ? 'all' : none
  return new Set(affected.map((column) => column.id))
}

/** Reads columns again. Returns a function that inserts them into the then current board. */
async function readAgain(
  id: string,
  search: BoardSearch,
  before: Board,
  columnIds: ColumnIds,
): Promise<(board: Board | undefined) => Board | undefined> {
  if (columnIds === 'all') {
    const board = await readBoard(id, search, before)
    return () => board
  }
  const asked = before.columns.filter((column) => columnIds.has(column.id))
  const read = await Promise.all(
    asked.map((column) => readColumn(id, column.id, search, column.cards.length)),
  )
  const byId = new Map(read.map((column) => [column.id, column]))
  return (board) =>
    board && { ...board, columns: board.columns.map((column) => byId.get(column.id) ?? column) }
}

/**
 * Reloads a board, one request at a time. A response that may predate a move that settled meanwhile is
 * dropped and requested again.
 */
function createRefresher(
  queryClient: QueryClient,
  id: string,
  search: BoardSearch,
  settled: { current: number },
) {
  const { queryKey } = boardQuery(id, search)
  let due: ColumnIds = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRead = 0
  let isShown = true

  async function read() {
    timer = undefined
    lastRead = Date.now()
    const before = queryClient.getQueryData<Board>(queryKey)
    const asked = due
    const settledBefore = settled.current
    due = new Set()
    if (!before) return
    try {
      const change = await readAgain(id, search, before, asked)
      if (settled.current !== settledBefore) return refresh(asked)
      const now = queryClient.getQueryData<Board>(queryKey)
      const after = change(now)
      if (now && after) recordArrivals(now, after)
      queryClient.setQueryData<Board>(queryKey, after)
    } catch {
      // The error is logged.
      if (isShown) refresh(asked, afterError)
    }
  }

  function refresh(columnIds: ColumnIds, delay = soon) {
    due = columnIds === 'all' || due === 'all' ? 'all' : new Set([...due, ...columnIds])
    timer ??= setTimeout(() => void read(), Math.max(delay, lastRead + every - Date.now()))
  }

  /** Returns a function that ends it. */
  function start() {
    isShown = true
    return () => {
      isShown = false
      clearTimeout(timer)
      timer = undefined
    }
  }

  return { refresh, start }
}

/** Applies live events to the board. @returns a function that reloads all of it. */
export function useLiveBoard(id: string, search: BoardSearch, settled: RefObject<number>): () => void {
  const queryClient = useQueryClient()
  const refresher = useMemo(
    () => createRefresher(queryClient, id, search, settled),
    [queryClient, id, search, settled],
  )
  useEffect(() => refresher.start(), [refresher])
  useLiveEvents((event) => {
    const board = queryClient.getQueryData<Board>(boardQuery(id, search).queryKey)
    const columnIds = board ? affectedColumns(board, event) : 'all'
    if (columnIds === 'all' || columnIds.size > 0) refresher.refresh(columnIds)
  })
  return () => refresher.refresh('all')
}
