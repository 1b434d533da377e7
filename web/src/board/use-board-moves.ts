import { plural, t } from '@lingui/core/macro'
import { undoBatch } from '@muster/contract/application-selection.ts'
import { moveApplications } from '@muster/contract/board.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { toast, toastError } from '../ui/toast.tsx'
import {
  applyMove,
  type Board,
  isIdle,
  type Move,
  movesBack,
  ownerIn,
  settleMove,
  stageIdOf,
} from './board-moves.ts'

export type Closing = NonNullable<CallOf<typeof moveApplications>['body']['close']>

interface Undo {
  /** None for a mere change of place, which is not logged. */
  batchIds: readonly string[]
  back: readonly Move[]
  /** Of these the mere changes of place, which no undo on the server knows. */
  places: readonly Move[]
}

type Posted = Pick<ResponseOf<typeof moveApplications>, 'batchId' | 'overtaken'>

function refusalText(reason: string, count: number): string {
  return count > 1 ? t`${reason}. This concerns ${count} of them.` : `${reason}.`
}

function overtakenText(said: string, { by, status }: Posted['overtaken'][number], count: number): string {
  const name = by?.name ?? t`Somebody`
  const moved = status.name
  return plural(count, {
    one: `${said}. ${name} had moved it to ${moved} a moment before; both moves are kept.`,
    other: `${said}. ${name} had moved # of them a moment before; all moves are kept.`,
  })
}

/** The moves less the cards with these ids. */
function without(moves: readonly Move[], ids: ReadonlySet<string>): readonly Move[] {
  return moves
    .map((move) => ({ ...move, cards: move.cards.filter((card) => !ids.has(card.id)) }))
    .filter((move) => move.cards.length > 0)
}

/** The cards that the moves bring to another status or stage than the one they are in. */
function changingColumn(board: Board, moves: readonly Move[]): ReadonlySet<string> {
  const stages = new Map(board.columns.map((column) => [column.id, stageIdOf(column)]))
  const leaving = moves.flatMap(({ cards, toColumnId }) =>
    cards.filter((card) => card.status.id !== stages.get(toColumnId)),
  )
  return new Set(leaving.map((card) => card.id))
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

  async function post(move: Move, more: { close?: Closing; seen?: boolean } = {}): Promise<Posted> {
    const target = board.columns.find((column) => column.id === move.toColumnId)
    if (!target) throw new ApiError('CONFLICT', t`The column is gone`)
    const owner = ownerIn(target)
    const assigns = owner !== undefined && move.cards.some((card) => card.owner?.id !== owner?.id)
    const { places, batchId, overtaken } = await call(moveApplications, {
      params: { id: board.id },
      body: {
        applicationIds: move.cards.map((card) => card.id),
        toStatusId: stageIdOf(target),
        ...move.slot,
        close: more.close,
        ...(assigns && { ownerId: owner?.id ?? null }),
        seen: more.seen
          ? move.cards.map((card) => ({ applicationId: card.id, statusId: card.status.id }))
          : undefined,
      },
    })
    await settle((now) => settleMove(now, move, places))
    return { batchId, overtaken }
  }

  /** The server's undo brings applications back to their place in the column they left. */
  async function takeBack({ batchIds, back, places }: Undo) {
    for (const batchId of batchIds) {
      const { refused } = await call(undoBatch, { body: { batchId } })
      if (refused[0]) throw new ApiError('CONFLICT', refusalText(refused[0].message, refused.length))
    }
    if (batchIds.length > 0) await settle((now) => back.reduce(applyMove, now))
    if (board.kind === 'position') for (const move of places) await post(move)
  }

  function undo(entry: Undo | undefined) {
    if (!entry || undone.current.has(entry)) return
    undone.current.add(entry)
    setUndos((now) => now.filter((each) => each !== entry))
    enqueue(entry.back, () => takeBack(entry), t`Not undone`)
  }

  /** Makes the moves as one, less what is there already; `said` is the toast once they are done. */
  function move(wanted: readonly Move[], said: string, close?: Closing) {
    const moves = wanted.filter((each) => !isIdle(shown, each))
    const [first] = moves
    if (!first) return
    const ids = new Set(moves.flatMap(({ cards }) => cards.map((card) => card.id)))
    const back = movesBack(shown, ids, first.at)
    const send = async () => {
      const posted: Posted[] = []
      for (const each of moves) posted.push(await post(each, { close, seen: true }))
      const overtaken = posted.flatMap((each) => each.overtaken)
      // What a colleague had moved goes back to where the colleague put it.
      const own = without(back, new Set(overtaken.map(({ applicationId }) => applicationId)))
      const entry = {
        batchIds: posted.flatMap(({ batchId }) => batchId ?? []),
        back: own,
        places: without(own, changingColumn(board, moves)),
      }
      setUndos((now) => [...now, entry].slice(-mostUndos))
      toast(overtaken[0] ? overtakenText(said, overtaken[0], overtaken.length) : said, () => undo(entry))
      if (overtaken.length > 0) refresh()
    }
    enqueue(moves, send, t`Not moved`)
  }

  return { board: shown, move, undo: () => undo(undos.at(-1)), canUndo: undos.length > 0 }
}
