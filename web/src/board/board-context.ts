import { t } from '@lingui/core/macro'
import { createContext, useContext } from 'react'
import { type Board, type BoardColumn, type Card, ownerIn } from './board-moves.ts'

/** The actions of cards and columns. */
interface BoardActions {
  /** Toggles the selection of a card; with `range`, of every card since the last one toggled. */
  toggle: (cardId: string, range?: boolean) => void
  /** Returns the cards to move with this one: the whole selection if it is selected, otherwise it alone. */
  takenWith: (card: Card) => readonly Card[]
  /** Moves cards to the top of a column; with a whole column, each within its own lane. */
  moveTo: (cards: readonly Card[], columnId: string) => void
  more: (columnId: string) => Promise<void>
  fold: (columnId: string, folded: boolean) => void
  /** Opens the record of a card over the board. Returns false if there is no room for both. */
  open: (cardId: string) => boolean
}

interface BoardContextValue {
  id: string
  kind: Board['kind']
  can: Board['can']
  /** The height of a card with the gap to the next. */
  rowHeight: number
  actions: BoardActions
}

/** The value never changes while the board is shown, so that a move renders only the affected cards. */
export const BoardContext = createContext<BoardContextValue | null>(null)

export const ColumnsContext = createContext<readonly BoardColumn[]>([])

export function useBoardContext(): BoardContextValue {
  const value = useContext(BoardContext)
  if (!value) throw new Error('Outside a board')
  return value
}

export function useColumns(): readonly BoardColumn[] {
  return useContext(ColumnsContext)
}

/**
 * Returns why cards may not enter a lane, or null. Entering assigns them to the lane's owner; a company's
 * lane takes only its own.
 */
function laneRefusal(column: BoardColumn, cards: readonly Card[], can: Board['can']): string | null {
  const { lane } = column
  if (lane?.group === 'company' && cards.some((card) => card.company.id !== lane.id)) {
    return t`This group is for another company`
  }
  const owner = ownerIn(column)
  const assigns =
    owner !== undefined && cards.some((card) => (card.owner?.id ?? null) !== (owner?.id ?? null))
  return assigns && !can.add ? t`You do not have permission to assign applications` : null
}

/** Returns why cards may not enter a column, or null. */
export function moveRefusal(column: BoardColumn, cards: readonly Card[], can: Board['can']): string | null {
  const ends = column.type === 'closed' || column.type === 'hired'
  if (!can.move) return t`You do not have permission to move applications`
  if (cards.some((card) => !card.can.move)) return t`You do not have permission to move this application`
  if (ends && !can.close && cards.some((card) => card.status.type !== column.type)) {
    return t`You do not have permission to close applications`
  }
  return laneRefusal(column, cards, can)
}
