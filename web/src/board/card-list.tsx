import type { ReactNode } from 'react'
import { BoardCard } from './board-card.tsx'
import classes from './board-column.module.css'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn } from './board-moves.ts'

/** A card of 96 px and the gap to the next. */
const plainRow = 104

/** The line of custom fields. */
const fieldsLine = 20

/** Returns the height of a card with the gap to the next: all cards have the same. */
export function rowHeightOf(hasFields: boolean): number {
  return hasFields ? plainRow + fieldsLine : plainRow
}

export interface CardMarks {
  /** The card with the keyboard focus, on any column. */
  activeId: string | null
  selected: ReadonlySet<string>
  /** The cards being moved by keyboard. */
  carried: ReadonlySet<string>
  /** The card whose record is open. */
  openId: string | undefined
}

interface CardListProps extends CardMarks {
  column: BoardColumn
  /** The indexes of the cards to render. */
  indexes: readonly number[]
  height: number
  /** The index before which dragged cards would drop. */
  dropIndex: number | null
  children?: ReactNode
}

/** Renders the visible cards of a column. */
export function CardList(props: CardListProps) {
  const { column, indexes, height, dropIndex, activeId, selected, carried, openId, children } = props
  const { rowHeight } = useBoardContext()
  const activeIndex = activeId ? column.cards.findIndex((card) => card.id === activeId) : -1
  const tabStop = activeIndex >= 0 ? activeIndex : indexes[0]
  return (
    <ul className={classes.list} style={{ height }}>
      {indexes.map((index) => {
        const card = column.cards[index]
        if (!card) return null
        return (
          <li
            key={card.id}
            className={classes.row}
            aria-setsize={column.total.atLeast ? -1 : column.total.value}
            aria-posinset={index + 1}
            style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
          >
            <BoardCard
              card={card}
              columnId={column.id}
              columnName={column.name}
              tabStop={index === tabStop}
              active={index === activeIndex}
              selected={selected.has(card.id)}
              carried={carried.has(card.id)}
              opened={card.id === openId}
            />
          </li>
        )
      })}
      {dropIndex !== null && (
        <li
          aria-hidden
          className={classes.line}
          style={{ transform: `translateY(${dropIndex * rowHeight}px)` }}
        />
      )}
      {children}
    </ul>
  )
}
