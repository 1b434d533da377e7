import { t } from '@lingui/core/macro'
import { createContext, useContext } from 'react'
import { type Board, type BoardColumn, type Card, ownerIn } from './board-moves.ts'

/** What cards and columns do. */
interface BoardActions {
  /** Selects or lets go; with `range` everything from the card toggled before. */
  toggle: (cardId: string, range?: boolean) => void
  /** The cards to move when this one is taken: all selected ones with it, or it alone. */
  takenWith: (card: Card) => readonly Card[]
  /** To the top of a column; of each card's own lane where the whole column is named. */
  moveTo: (cards: readonly Card[], columnId: string) => void
  more: (columnId: string) => Promise<void>
  fold: (columnId: string, folded: boolean) => void
}

interface BoardContextValue {
  id: string
  kind: Board['kind']
  can: Board['can']
  actions: BoardActions
}

/** The same value for as long as the board is shown, so that a move renders only the cards it concerns. */
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

/** Why cards may not enter a lane, which assigns them to its owner; a company's lane takes only its own. */
function whyNotIntoLane(column: BoardColumn, cards: readonly Card[], can: Board['can']): string | null {
  const { lane } = column
  if (lane?.group === 'company' && cards.some((card) => card.company.id !== lane.id)) {
    return t`It is for another company`
  }
  const owner = ownerIn(column)
  const assigns =
    owner !== undefined && cards.some((card) => (card.owner?.id ?? null) !== (owner?.id ?? null))
  return assigns && !can.add ? t`You may not assign applications` : null
}

/** Why cards may not enter a column; null when they may. */
export function whyNotInto(column: BoardColumn, cards: readonly Card[], can: Board['can']): string | null {
  const ends = column.type === 'closed' || column.type === 'hired'
  if (!can.move) return t`You may not move applications`
  if (cards.some((card) => !card.can.move)) return t`You may not move this application`
  if (ends && !can.close && cards.some((card) => card.status.type !== column.type)) {
    return t`You may not close applications`
  }
  return whyNotIntoLane(column, cards, can)
}
