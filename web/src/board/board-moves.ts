import type { getBoard, moveApplications } from '@muster/contract/board.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'

export type Board = ResponseOf<typeof getBoard>
export type BoardColumn = Board['columns'][number]
export type Card = BoardColumn['cards'][number]
type Place = ResponseOf<typeof moveApplications>['places'][number]

/** A place in a column: right after or right before one of its cards; on top when neither is named. */
export interface Slot {
  afterId?: string
  beforeId?: string
}

/** Cards on their way to a place, as it is shown before the server has answered. */
export interface Move {
  cards: readonly Card[]
  toColumnId: string
  slot: Slot
  /** When it was made: from then on they count as being in the column. */
  at: string
}

const dayLength = 24 * 3600 * 1000

function changeTotal(total: BoardColumn['total'], by: number): BoardColumn['total'] {
  return total.atLeast ? total : { ...total, value: Math.max(0, total.value + by) }
}

function indexOfSlot(cards: readonly Card[], { afterId, beforeId }: Slot): number {
  const after = cards.findIndex((card) => card.id === afterId)
  if (after >= 0) return after + 1
  return Math.max(
    0,
    cards.findIndex((card) => card.id === beforeId),
  )
}

function enter(card: Card, column: BoardColumn, at: string): Card {
  const { id, name, type, color, slaDays } = column
  const ends = type === 'hired' || type === 'closed'
  const dueAt = slaDays === null || ends ? null : new Date(Date.parse(at) + slaDays * dayLength).toISOString()
  return { ...card, status: { id, name, type, color, slaDays }, enteredStatusAt: at, dueAt }
}

/**
 * The board as it is once the cards have moved. Cards that stand in the column already only change their place;
 * cards the board no longer has are taken from the move.
 */
export function applyMove(board: Board, { cards, toColumnId, slot, at }: Move): Board {
  const target = board.columns.find((column) => column.id === toColumnId)
  if (!target) return board
  const moving = new Set(cards.map((card) => card.id))
  const known = new Map(board.columns.flatMap((column) => column.cards).map((card) => [card.id, card]))
  const there = new Set(target.cards.map((card) => card.id))
  const entering = cards.filter((card) => !there.has(card.id)).length
  let hired = target.type === 'hired' ? entering : 0
  const columns = board.columns.map((column) => {
    const kept = column.cards.filter((card) => !moving.has(card.id))
    if (column.id === toColumnId) {
      const index = indexOfSlot(kept, slot)
      const placed = cards.map((card) =>
        there.has(card.id) ? known.get(card.id)! : enter(known.get(card.id) ?? card, column, at),
      )
      const after = [...kept.slice(0, index), ...placed, ...kept.slice(index)]
      return { ...column, cards: after, total: changeTotal(column.total, entering) }
    }
    const left = column.cards.length - kept.length
    if (left === 0) return column
    if (column.type === 'hired') hired -= left
    return { ...column, cards: kept, total: changeTotal(column.total, -left) }
  })
  return { ...board, columns, hired: board.hired === null ? null : board.hired + hired }
}

/** The board once the server has answered a move with the places it gave. */
export function settleMove(board: Board, move: Move, places: readonly Place[]): Board {
  const byId = new Map(places.map((place) => [place.applicationId, place]))
  const moved = applyMove(board, move)
  const columns = moved.columns.map((column) =>
    column.id === move.toColumnId
      ? { ...column, cards: column.cards.map((card) => withPlace(card, byId.get(card.id))) }
      : column,
  )
  return { ...moved, columns }
}

function withPlace(card: Card, place: Place | undefined): Card {
  if (!place) return card
  const { rank, enteredStatusAt, dueAt, version } = place
  return { ...card, rank, enteredStatusAt, dueAt, version, status: { ...card.status, id: place.statusId } }
}

/** The slot before the card at `index`, told by neighbours that do not move themselves. */
export function slotAt(cards: readonly Card[], index: number, moving: ReadonlySet<string>): Slot {
  const previous = cards.slice(0, index).findLast((card) => !moving.has(card.id))
  if (previous) return { afterId: previous.id }
  const next = cards.slice(index).find((card) => !moving.has(card.id))
  return next ? { beforeId: next.id } : {}
}

/** Whether the move would leave everything where it is. */
export function isIdle(board: Board, move: Move): boolean {
  const before = board.columns.find((column) => column.id === move.toColumnId)
  if (!before || move.cards.some((card) => !before.cards.some(({ id }) => id === card.id))) return false
  // Over many positions a column has no order of its own.
  if (board.kind === 'pipeline') return true
  const after = applyMove(board, move).columns.find((column) => column.id === move.toColumnId)
  return before.cards.every((card, index) => card.id === after?.cards[index]?.id)
}

/** The moves that bring cards back to where they stand now, neighbours together; to be done in this order. */
export function movesBack(board: Board, ids: ReadonlySet<string>, at: string): Move[] {
  return board.columns.flatMap((column) => {
    const moves: Move[] = []
    let run: Card[] = []
    let afterId: string | undefined
    // On top is before another: without a neighbour a card that is in the column already would stay.
    const endRun = (next?: Card) => {
      const slot = afterId ? { afterId } : { beforeId: next?.id }
      if (run.length > 0) moves.push({ cards: run, toColumnId: column.id, slot, at })
      run = []
    }
    for (const card of column.cards) {
      if (ids.has(card.id)) {
        run.push(card)
      } else {
        endRun(card)
        afterId = card.id
      }
    }
    endRun()
    return moves
  })
}

/** The cards with these ids, in the order they stand on the board. */
export function cardsOf(board: Board, ids: ReadonlySet<string>): Card[] {
  return board.columns.flatMap((column) => column.cards).filter((card) => ids.has(card.id))
}
