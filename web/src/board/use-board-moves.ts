import { plural, t } from '@lingui/core/macro'
import { undoBatch } from '@muster/contract/application-selection.ts'
import { moveApplications } from '@muster/contract/board.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { withRequiredFields } from '../custom-fields/with-required-fields.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import {
  applyMove,
  type Board,
  isNoOp,
  type Move,
  ownerIn,
  reverseMoves,
  settleMove,
  stageIdOf,
} from './board-moves.ts'
import { subjectOf } from './move-text.ts'

export type Closing = NonNullable<CallOf<typeof moveApplications>['body']['close']>

interface Undo {
  /** Empty for pure reordering, which is not logged. */
  batchIds: readonly string[]
  back: readonly Move[]
  /** The pure reorderings among them, which the server cannot undo. */
  places: readonly Move[]
  hideToast?: () => void
}

type Posted = Pick<ResponseOf<typeof moveApplications>, 'batchId' | 'overtaken'>

function refusalText(reason: string, count: number): string {
  return count > 1 ? t`${reason}. This affects ${count} applications.` : `${reason}.`
}

function staleCardText(said: string, { by, status }: Posted['overtaken'][number], count: number): string {
  const name = by?.name ?? t`Someone`
  const moved = status.name
  return plural(count, {
    one: `${said}. ${name} had just moved it to ${moved}. Both moves are in the activity.`,
    other: `${said}. ${name} had just moved # of them. All moves are in the activity.`,
  })
}

/** Returns the moves without the cards with these ids. */
function without(moves: readonly Move[], ids: ReadonlySet<string>): readonly Move[] {
  return moves
    .map((move) => ({ ...move, cards: move.cards.filter((card) => !ids.has(card.id)) }))
    .filter((move) => move.cards.length > 0)
}

/** Returns the cards that the moves bring to another status or stage. */
function changingColumn(board: Board, moves: readonly Move[]): ReadonlySet<string> {
  const stages = new Map(board.columns.map((column) => [column.id, stageIdOf(column)]))
  const leaving = moves.flatMap(({ cards, toColumnId }) =>
    cards.filter((card) => card.status.id !== stages.get(toColumnId)),
  )
  return new Set(leaving.map((card) => card.id))
}

/** To undo more than this, users open the activity. */
const mostUndos = 20

interface Options {
  /** The board as read from the server. */
  board: Board
  queryKey: QueryKey
  /** The number of moves that the server has answered. */
  settled: RefObject<number>
  refresh: () => void
}

/**
 * Applies moves optimistically: pending ones are applied on top of the board as read, so that a refusal
 * reverts only itself. Requests are sequential, since each move names its neighbours.
 */
export function useBoardMoves({ board, queryKey, settled, refresh }: Options) {
  const queryClient = useQueryClient()
  const [underWay, setUnderWay] = useState<readonly (readonly Move[])[]>([])
  const [undos, setUndos] = useState<readonly Undo[]>([])
  const [returned, setReturned] = useState<{ cardId: string }>()
  const undone = useRef(new WeakSet<Undo>())
  const queue = useRef(Promise.resolve())
  const shown = useMemo(() => underWay.flat().reduce(applyMove, board), [board, underWay])

  /** `send` returns the card to focus if the user cancels: it is back where it was then. */
  function enqueue(moves: readonly Move[], send: () => Promise<string | undefined>, failure: string) {
    setUnderWay((now) => [...now, moves])
    queue.current = queue.current.then(async () => {
      let stayed: string | undefined
      try {
        stayed = await send()
      } catch (error) {
        toastError(error, failure)
        refresh()
      }
      // Components receive the reloaded board a moment later; until then the move stays applied.
      setTimeout(() => {
        setUnderWay((now) => now.filter((each) => each !== moves))
        if (stayed) setReturned({ cardId: stayed })
      })
    })
  }

  async function settle(change: (now: Board) => Board) {
    settled.current += 1
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Board>(queryKey, (now) => now && change(now))
  }

  /** Returns null if fields are missing and the user cancels. */
  async function post(move: Move, more: { close?: Closing; seen?: boolean } = {}): Promise<Posted | null> {
    const target = board.columns.find((column) => column.id === move.toColumnId)
    if (!target) throw new ApiError('CONFLICT', t`This column no longer exists`)
    const owner = ownerIn(target)
    const assigns = owner !== undefined && move.cards.some((card) => card.owner?.id !== owner?.id)
    const { name } = target
    let isFilled = false
    const moved = await withRequiredFields(
      { subject: subjectOf(move.cards), of: move.cards.length, action: t`Move to ${name}` },
      (filling) => {
        isFilled = Object.keys(filling).length > 0
        return call(moveApplications, {
          params: { id: board.id },
          body: {
            applicationIds: move.cards.map((card) => card.id),
            toStatusId: stageIdOf(target),
            ...move.slot,
            ...filling,
            close: more.close,
            ...(assigns && { ownerId: owner?.id ?? null }),
            seen: more.seen
              ? move.cards.map((card) => ({ applicationId: card.id, statusId: card.status.id }))
              : undefined,
          },
        })
      },
    )
    if (!moved) return null
    const { places, batchId, overtaken } = moved
    await settle((now) => settleMove(now, move, places))
    // The cards may show what was filled in.
    if (isFilled) refresh()
    return { batchId, overtaken }
  }

  /** The server's undo returns applications to their position in the previous column. */
  async function sendUndo({ batchIds, back, places }: Undo): Promise<undefined> {
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
    entry.hideToast?.()
    const cardId = entry.back[0]?.cards[0]?.id
    if (cardId) setReturned({ cardId })
    enqueue(entry.back, () => sendUndo(entry), t`Not undone`)
  }

  /** Offers to share with the client those who arrived in Submitted. */
  async function offerForMoves(moves: readonly Move[]) {
    const arrived = changingColumn(board, moves)
    const type = board.columns.find(({ id }) => id === moves[0]?.toColumnId)?.type
    if (type !== 'submitted') return undefined
    // Not needed for the first screen. The move is done, whether or not it loads.
    const loaded = await import('../applications/offer-sharing.tsx').catch(() => null)
    return loaded?.offerSharing([...arrived], type)
  }

  /** Executes the moves as one, without those that change nothing; `said` is the toast on success. */
  function move(wanted: readonly Move[], said: string, close?: Closing) {
    const moves = wanted.filter((each) => !isNoOp(shown, each))
    const [first] = moves
    if (!first) return
    const ids = new Set(moves.flatMap(({ cards }) => cards.map((card) => card.id)))
    const back = reverseMoves(shown, ids, first.at)
    const send = async () => {
      const posted: Posted[] = []
      for (const each of moves) {
        const answer = await post(each, { close, seen: true })
        if (!answer) break
        posted.push(answer)
      }
      // Cancelled: these cards stay where they were.
      const stayed = moves.slice(posted.length).flatMap(({ cards }) => cards.map((card) => card.id))
      if (posted.length === 0) return stayed[0]
      const overtaken = posted.flatMap((each) => each.overtaken)
      // Cards that a colleague moved meanwhile go back to where the colleague moved them.
      const own = without(back, new Set([...stayed, ...overtaken.map(({ applicationId }) => applicationId)]))
      const entry: Undo = {
        batchIds: posted.flatMap(({ batchId }) => batchId ?? []),
        back: own,
        places: without(own, changingColumn(board, moves)),
      }
      setUndos((now) => [...now, entry].slice(-mostUndos))
      const message = overtaken[0] ? staleCardText(said, overtaken[0], overtaken.length) : said
      const offer = overtaken[0] ? undefined : await offerForMoves(moves)
      entry.hideToast = toast(message, () => undo(entry), offer)
      if (overtaken.length > 0) refresh()
      return stayed[0]
    }
    enqueue(moves, send, t`Not moved`)
  }

  return { board: shown, move, undo: () => undo(undos.at(-1)), canUndo: undos.length > 0, returned }
}
