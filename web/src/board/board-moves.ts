import type { getBoard, laneGroups, moveApplications } from '@muster/contract/board.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'

type ServedBoard = ResponseOf<typeof getBoard>
type ServedColumn = ServedBoard['columns'][number]
export type Card = ServedColumn['cards'][number]
export type LaneGroup = (typeof laneGroups)[number]

/** The cards of an owner or a company across all columns. */
export interface Lane {
  /** The id of the owner or company; `none` for unassigned cards. */
  id: string
  name: string | null
  group: LaneGroup
}

/** A column or, with lanes, its part in a lane. */
export interface BoardColumn extends ServedColumn {
  lane?: Lane
  /** In a lane, the id of the whole column. */
  columnId?: string
  /** In a lane, its cards must be loaded, or loaded again. */
  unread?: boolean
}

/** With `lanes`, `columns` are their parts, lane by lane, and `heads` the whole columns. */
export interface Board extends Omit<ServedBoard, 'columns'> {
  columns: BoardColumn[]
  lanes?: Lane[]
  wholeColumns?: BoardColumn[]
}

type Place = ResponseOf<typeof moveApplications>['places'][number]

/** A position in a column: right after or before a card; on top if neither is set. */
export interface Slot {
  afterId?: string
  beforeId?: string
}

/** Returns the status or stage of a column. */
export function stageIdOf({ id, columnId }: BoardColumn): string {
  return columnId ?? id
}

/** Returns the columns for the headers: with lanes, the whole columns. */
export function wholeColumnsOf(board: Board): BoardColumn[] {
  if (!board.wholeColumns) return board.columns
  return board.wholeColumns.map((head) => {
    const parts = board.columns.filter((column) => column.columnId === head.id)
    const cards = parts.flatMap((part) => part.cards)
    const value = parts.reduce((sum, part) => sum + part.total.value, 0)
    return { ...head, cards, total: head.total.atLeast ? head.total : { value, atLeast: false } }
  })
}

/** A move of cards, applied before the server responds. */
export interface Move {
  cards: readonly Card[]
  toColumnId: string
  slot: Slot
  /** The time of the move, which becomes the cards' time of entry. */
  at: string
  /** Undoes a move: the cards get back their status and its age, as they are here. */
  returns?: true
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

/** Returns the owner that a lane assigns to a card; undefined if the card keeps its own. */
export function ownerIn({ lane }: BoardColumn): Card['owner'] | undefined {
  if (lane?.group !== 'owner') return undefined
  return lane.id === 'none' ? null : { id: lane.id, name: lane.name ?? '' }
}

function enter(card: Card, from: BoardColumn | undefined, column: BoardColumn, at: string): Card {
  const { name, type, color, slaDays } = column
  const id = stageIdOf(column)
  const owner = ownerIn(column)
  const assigned = owner === undefined ? card : { ...card, owner }
  if (from && stageIdOf(from) === id) return assigned
  const ends = type === 'hired' || type === 'closed'
  const dueAt = slaDays === null || ends ? null : new Date(Date.parse(at) + slaDays * dayLength).toISOString()
  return { ...assigned, status: { id, name, type, color, slaDays }, enteredStatusAt: at, dueAt }
}

/**
 * Applies a move to the board. Cards already in the column are only reordered; cards the board no longer has
 * come from the move.
 */
export function applyMove(board: Board, { cards, toColumnId, slot, at, returns }: Move): Board {
  const target = board.columns.find((column) => column.id === toColumnId)
  if (!target) return board
  const moving = new Set(cards.map((card) => card.id))
  const current = new Map(
    board.columns.flatMap((column) =>
      column.cards.filter(({ id }) => moving.has(id)).map((card) => [card.id, { card, column }] as const),
    ),
  )
  const entering = cards.filter(({ id }) => current.get(id)?.column !== target)
  let hired = target.type === 'hired' ? entering.length : 0
  const columns = board.columns.map((column) => {
    const kept = column.cards.filter((card) => !moving.has(card.id))
    const left = column.cards.length - kept.length
    if (column === target) {
      const index = indexOfSlot(kept, slot)
      const placed = cards.map((card) => {
        const now = current.get(card.id)
        if (now?.column === target) return now.card
        return returns
          ? { ...card, version: now?.card.version ?? card.version }
          : enter(now?.card ?? card, now?.column, column, at)
      })
      const after = [...kept.slice(0, index), ...placed, ...kept.slice(index)]
      return { ...column, cards: after, total: changeTotal(column.total, entering.length) }
    }
    if (left === 0) return column
    if (column.type === 'hired') hired -= left
    return { ...column, cards: kept, total: changeTotal(column.total, -left) }
  })
  return { ...board, columns, hired: board.hired === null ? null : board.hired + hired }
}

/** Applies a move with the ranks from the server's response. */
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

/** Returns the slot before the card at `index`, relative to cards that do not move themselves. */
export function slotAt(cards: readonly Card[], index: number, moving: ReadonlySet<string>): Slot {
  const previous = cards.slice(0, index).findLast((card) => !moving.has(card.id))
  if (previous) return { afterId: previous.id }
  const next = cards.slice(index).find((card) => !moving.has(card.id))
  return next ? { beforeId: next.id } : {}
}

/** Returns whether a move changes nothing. */
export function isNoOp(board: Board, move: Move): boolean {
  const before = board.columns.find((column) => column.id === move.toColumnId)
  if (!before || move.cards.some((card) => !before.cards.some(({ id }) => id === card.id))) return false
  // A column of many positions has no order of its own.
  if (board.kind === 'pipeline') return true
  const after = applyMove(board, move).columns.find((column) => column.id === move.toColumnId)
  return before.cards.every((card, index) => card.id === after?.cards[index]?.id)
}

/**
 * Returns the moves that restore the current positions of cards, grouped by neighbours, to be executed in
 * this order.
 */
export function reverseMoves(board: Board, ids: ReadonlySet<string>, at: string): Move[] {
  return board.columns.flatMap((column) => {
    const moves: Move[] = []
    let run: Card[] = []
    let afterId: string | undefined
    // The top slot is "before" a card: without a neighbour, a card already in the column would not move.
    const endRun = (next?: Card) => {
      const slot = afterId ? { afterId } : { beforeId: next?.id }
      if (run.length > 0) moves.push({ cards: run, toColumnId: column.id, slot, at, returns: true })
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

/** Returns the cards with these ids in the order of the board. */
export function cardsOf(board: Board, ids: ReadonlySet<string>): Card[] {
  return board.columns.flatMap((column) => column.cards).filter((card) => ids.has(card.id))
}
