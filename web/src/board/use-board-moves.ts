import { undoBatch } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { applyMove, type Board, isIdle, type Move, movesBack, settleMove } from './board-moves.ts'

export type Closing = NonNullable<CallOf<typeof moveApplications>['body']['close']>

interface Undo {
  /** Null for a mere change of place, which is not logged. */
  batchId: string | null
  back: readonly Move[]
}

/** Whoever wants to undo more than this looks at the activity. */
const mostUndos = 20

interface Options {
  /** As read from the server. */
  board: Board
  queryKey: QueryKey
  /** Counts the moves the server has answered. */
  settled: RefObject<number>
  refresh: () => void
}

/**
 * Moves that show at once: what is on its way to the server is laid over the board as read, so that a refusal
 * takes only itself back. They are sent one after another, since each names its neighbours.
 */
export function useBoardMoves({ board, queryKey, settled, refresh }: Options) {
  const queryClient = useQueryClient()
  const [underWay, setUnderWay] = useState<readonly (readonly Move[])[]>([])
  const [undos, setUndos] = useState<readonly Undo[]>([])
  const undone = useRef(new WeakSet<Undo>())
  const queue = useRef(Promise.resolve())
  const shown = useMemo(() => underWay.flat().reduce(applyMove, board), [board, underWay])

  function enqueue(moves: readonly Move[], send: () => Promise<void>, failure: string) {
    setUnderWay((now) => [...now, moves])
    queue.current = queue.current.then(async () => {
      try {
        await send()
      } catch (error) {
        toastError(error, failure)
        refresh()
      }
      // Components hear of the board as read a moment later; until then the move stays laid over it.
      setTimeout(() => setUnderWay((now) => now.filter((each) => each !== moves)))
    })
  }

  async function settle(change: (now: Board) => Board) {
    settled.current += 1
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Board>(queryKey, (now) => now && change(now))
  }

  async function post(move: Move, close?: Closing): Promise<string | null> {
    const applicationIds = move.cards.map((card) => card.id)
    const { places, batchId } = await call(moveApplications, {
      params: { id: board.id },
      body: { applicationIds, toStatusId: move.toColumnId, ...move.slot, close },
    })
    await settle((now) => settleMove(now, move, places))
    return batchId
  }

  /** The server's undo brings applications back to their column, on top; the rest brings them to their place. */
  async function takeBack({ batchId, back }: Undo) {
    if (batchId) {
      const { refused } = await call(undoBatch, { body: { batchId } })
      const [first] = refused
      const others = refused.length > 1 ? ` This concerns ${refused.length} of them.` : ''
      if (first) throw new ApiError('CONFLICT', `${first.message}.${others}`)
      await settle((now) => back.reduce(applyMove, now))
    }
    if (board.kind === 'position') for (const move of back) await post(move)
  }

  function undo(entry: Undo | undefined) {
    if (!entry || undone.current.has(entry)) return
    undone.current.add(entry)
    setUndos((now) => now.filter((each) => each !== entry))
    enqueue(entry.back, () => takeBack(entry), 'Not undone')
  }

  /** Moves the cards, unless they are there already; `said` is the toast once it is done. */
  function move(next: Move, said: string, close?: Closing) {
    if (isIdle(shown, next)) return
    const back = movesBack(shown, new Set(next.cards.map((card) => card.id)), next.at)
    const send = async () => {
      const entry = { batchId: await post(next, close), back }
      setUndos((now) => [...now, entry].slice(-mostUndos))
      toast(said, () => undo(entry))
    }
    enqueue([next], send, 'Not moved')
  }

  return { board: shown, move, undo: () => undo(undos.at(-1)), canUndo: undos.length > 0 }
}
