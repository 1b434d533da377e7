import type { getBoard, laneGroups, moveApplications } from '@muster/contract/board.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'

type ServedBoard = ResponseOf<typeof getBoard>
type ServedColumn = ServedBoard['columns'][number]
export type Card = ServedColumn['cards'][number]
export type LaneGroup = (typeof laneGroups)[number]

/** The cards of one owner, or for one company, across all columns. */
export interface Lane {
  /** Of the owner or the company; `none` for what nobody owns. */
  id: string
  name: string | null
  group: LaneGroup
}

/** A column or, on a board in lanes, the part of it that is in one lane. */
export interface BoardColumn extends ServedColumn {
  lane?: Lane
  /** In a lane, the id of the whole column. */
  columnId?: string
  /** In a lane, what it holds is to be read, or read again. */
  unread?: boolean
}

/** With `lanes`, `columns` are the parts of the columns, lane by lane, and `heads` the columns themselves. */
export interface Board extends Omit<ServedBoard, 'columns'> {
  columns: BoardColumn[]
  lanes?: Lane[]
  heads?: BoardColumn[]
}

type Place = ResponseOf<typeof moveApplications>['places'][number]

/** A place in a column: right after or right before one of its cards; on top when neither is named. */
export interface Slot {
  afterId?: string
  beforeId?: string
}

/** The status or stage a column stands for. */
export function stageIdOf({ id, columnId }: BoardColumn): string {
  return columnId ?? id
}

/** The columns as one sees them at the top: on a board in lanes, with what all lanes hold. */
export function headsOf(board: Board): BoardColumn[] {
  if (!board.heads) return board.columns
  return board.heads.map((head) => {
    const parts = board.columns.filter((column) => column.columnId === head.id)
    const cards = parts.flatMap((part) => part.cards)
    const value = parts.reduce((sum, part) => sum + part.total.value, 0)
    return { ...head, cards, total: head.total.atLeast ? head.total : { value, atLeast: false } }
  })
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

/** The owner a card gets by entering a lane; undefined where it keeps its own. */
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
 * The board as it is once the cards have moved. Cards that stand in the column already only change their place;
 * cards the board no longer has are taken from the move.
 */
export function applyMove(board: Board, { cards, toColumnId, slot, at }: Move): Board {
  const target = board.columns.find((column) => column.id === toColumnId)
  if (!target) return board
  const moving = new Set(cards.map((card) => card.id))
  const standing = new Map(
    board.columns.flatMap((column) =>
      column.cards.filter(({ id }) => moving.has(id)).map((card) => [card.id, { card, column }] as const),
    ),
  )
  const entering = cards.filter(({ id }) => standing.get(id)?.column !== target)
  let hired = target.type === 'hired' ? entering.length : 0
  const columns = board.columns.map((column) => {
    const kept = column.cards.filter((card) => !moving.has(card.id))
    const left = column.cards.length - kept.length
    if (column === target) {
      const index = indexOfSlot(kept, slot)
      const placed = cards.map((card) => {
        const now = standing.get(card.id)
        return now?.column === target ? now.card : enter(now?.card ?? card, now?.column, column, at)
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
