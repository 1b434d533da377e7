import type { ReactNode } from 'react'
import { BoardCard } from './board-card.tsx'
import classes from './board-column.module.css'
import type { BoardColumn } from './board-moves.ts'

/** A card of 96 px and the gap to the next. */
export const rowHeight = 104

export interface CardMarks {
  /** The card the keyboard is on, wherever it is. */
  activeId: string | null
  selected: ReadonlySet<string>
  /** The cards picked up with the keyboard. */
  carried: ReadonlySet<string>
}

interface CardListProps extends CardMarks {
  column: BoardColumn
  /** Which of its cards are in the page. */
  indexes: readonly number[]
  height: number
  /** The index before which dragged cards would land. */
  dropIndex: number | null
  children?: ReactNode
}

/** Cards of a column by their places; those out of view are not in the page. */
export function CardList(props: CardListProps) {
  const { column, indexes, height, dropIndex, activeId, selected, carried, children } = props
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
              tabStop={index === tabStop}
              active={index === activeIndex}
              selected={selected.has(card.id)}
              carried={carried.has(card.id)}
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
