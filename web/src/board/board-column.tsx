import { Button } from '@mantine/core'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { BoardCard } from './board-card.tsx'
import classes from './board-column.module.css'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn as Column } from './board-moves.ts'
import { ColumnHeader } from './column-header.tsx'
import { useDropIndex } from './use-drop-index.ts'

/** A card of 96 px and the gap to the next. */
const rowHeight = 104

interface BoardColumnProps {
  column: Column
  /** The card of this column the keyboard is on. */
  activeId: string | null
  selected: ReadonlySet<string>
  /** The cards picked up with the keyboard. */
  carried: ReadonlySet<string>
}

/** The cards in view and, wherever it is, the one the keyboard is on. */
function useVisibleRows(column: Column, activeIndex: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range)
      const outside = activeIndex >= 0 && activeIndex < range.count && !rows.includes(activeIndex)
      return outside ? [...rows, activeIndex].sort((a, b) => a - b) : rows
    },
    [activeIndex],
  )
  const virtualizer = useVirtualizer({
    count: column.cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => column.cards[index]?.id ?? index,
    rangeExtractor,
    // About a screen's height, so that cards are there before the column is measured.
    initialRect: { width: 252, height: 800 },
    overscan: 4,
  })
  return { scroller, virtualizer }
}

/** The next cards are read on the way down; when that fails, a button asks again. */
function ColumnEnd({ column, near }: { column: Column; near: boolean }) {
  const { actions } = useBoardContext()
  const [failedAt, setFailedAt] = useState<string | null>(null)
  const { id, nextCursor, total, cards } = column
  const failed = nextCursor !== null && failedAt === nextCursor

  const read = useCallback(() => {
    setFailedAt(null)
    actions.more(id).catch(() => setFailedAt(nextCursor))
  }, [actions, id, nextCursor])
  useEffect(() => {
    if (near && nextCursor && !failed) read()
  }, [near, nextCursor, failed, read])

  if (!nextCursor) return null
  if (failed) {
    return (
      <div className={classes.end}>
        <Button size="xs" variant="default" onClick={read}>
          Retry
        </Button>
      </div>
    )
  }
  const left = total.value - cards.length
  const more = total.atLeast ? 'more than ' : ''
  return <div className={classes.end}>{left > 0 ? `${more}${formatNumber(left)} more` : 'More'}</div>
}

/** A column of the board: only the cards in view are in the page, the next ones are read on the way down. */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { column, activeId, selected, carried } = props
  const { kind } = useBoardContext()
  const element = useRef<HTMLElement>(null)
  const activeIndex = activeId ? column.cards.findIndex((card) => card.id === activeId) : -1
  const { scroller, virtualizer } = useVisibleRows(column, activeIndex)
  const dropIndex = useDropIndex(column, { column: element, scroller })
  const rows = virtualizer.getVirtualItems()
  const lastInView = rows.at(-1)?.index ?? 0
  const tabStop = activeIndex >= 0 ? activeIndex : rows[0]?.index

  return (
    <section
      ref={element}
      className={classes.column}
      aria-label={`${column.name}, ${formatTotal(column.total)} applications`}
      data-column={column.id}
    >
      <ColumnHeader column={column} />
      <div
        ref={scroller}
        className={classes.cards}
        data-over={(dropIndex !== null && kind === 'pipeline') || undefined}
        data-scrolls-to-top
      >
        {column.cards.length === 0 && <div className={classes.none}>None here</div>}
        <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, key, start }) => {
            const card = column.cards[index]
            if (!card) return null
            return (
              <li
                key={key}
                className={classes.row}
                aria-setsize={column.total.atLeast ? -1 : column.total.value}
                aria-posinset={index + 1}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
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
          {dropIndex !== null && kind === 'position' && (
            <li
              aria-hidden
              className={classes.line}
              style={{ transform: `translateY(${dropIndex * rowHeight}px)` }}
            />
          )}
        </ul>
        <ColumnEnd column={column} near={lastInView >= column.cards.length - 10} />
      </div>
    </section>
  )
})
