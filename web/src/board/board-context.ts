import { createContext, useContext } from 'react'
import type { Board, BoardColumn, Card } from './board-moves.ts'

/** What cards and columns do. */
interface BoardActions {
  /** Selects or lets go; with `range` everything from the card toggled before. */
  toggle: (cardId: string, range?: boolean) => void
  /** The cards to move when this one is taken: all selected ones with it, or it alone. */
  takenWith: (card: Card) => readonly Card[]
  /** To the top of a column. */
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

/** Why cards may not enter a column; null when they may. */
export function whyNotInto(column: BoardColumn, cards: readonly Card[], can: Board['can']): string | null {
  const ends = column.type === 'closed' || column.type === 'hired'
  if (!can.move) return 'You may not move applications'
  if (cards.some((card) => !card.can.move)) return 'You may not move this application'
  if (ends && !can.close && cards.some((card) => card.status.type !== column.type)) {
    return 'You may not close applications'
  }
  return null
}
