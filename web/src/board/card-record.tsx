import { type RefObject, useEffect, useRef } from 'react'
import { RecordDrawer } from '../applications/record/record-drawer.tsx'
import { type Board, type BoardColumn, type Card, stageIdOf } from './board-moves.ts'
import classes from './card-record.module.css'

interface CardRecordProps {
  board: Board
  openId: string
  /** The element that scrolls the columns. */
  root: RefObject<HTMLElement | null>
  onOpen: (cardId: string) => void
  onClose: () => void
}

interface Found {
  card: Card
  column: BoardColumn
  index: number
}

function find(board: Board, cardId: string): Found | null {
  for (const column of board.columns) {
    const index = column.cards.findIndex(({ id }) => id === cardId)
    const card = column.cards[index]
    if (card) return { card, column, index }
  }
  return null
}

/** The record of a card, over the board, which stays live behind it. */
export function CardRecord({ board, openId, root, onOpen, onClose }: CardRecordProps) {
  const found = find(board, openId)
  // A card that left the board, by a filter or to a folded column, keeps its record open.
  const last = useRef(found)
  useEffect(() => {
    if (found) last.current = found
  })
  const { card, column, index } = found ?? (last.current?.card.id === openId ? last.current : nothing)
  const drawer = useRef<HTMLElement>(null)
  const columnId = column && stageIdOf(column)

  // The column of the open card stays in view, at the left edge.
  useEffect(() => {
    const element = root.current?.querySelector(`[data-card="${openId}"]`)?.closest('[data-column]')
    element?.scrollIntoView({ block: 'nearest', inline: 'start' })
    if (columnId) drawer.current?.focus()
  }, [root, openId, columnId])

  // The card that is opened next, since keys may be pressed faster than the address changes.
  const going = useRef(openId)
  useEffect(() => {
    going.current = openId
  }, [openId])

  if (!card || !column) return null
  const go = (direction: 'next' | 'previous') => {
    const at = column.cards.findIndex(({ id }) => id === going.current)
    const next = at === -1 ? undefined : column.cards[direction === 'next' ? at + 1 : at - 1]
    if (!next) return
    going.current = next.id
    onOpen(next.id)
  }
  return (
    <aside ref={drawer} tabIndex={-1} className={classes.drawer} aria-label={card.candidate.name}>
      <RecordDrawer
        row={card}
        number={found ? index + 1 : undefined}
        total={column.total}
        column={column.name}
        onGo={go}
        onClose={onClose}
        onLeavesStatus={() => go('next')}
        handlesSteps
      />
    </aside>
  )
}

const nothing = { card: undefined, column: undefined, index: 0 }
