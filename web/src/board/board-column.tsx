import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import { formatTotal } from '../ui/format.ts'
import classes from './board-column.module.css'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn as Column } from './board-moves.ts'
import { CardList, type CardMarks } from './card-list.tsx'
import { ColumnEnd } from './column-end.tsx'
import { ColumnHeader } from './column-header.tsx'
import { useDropIndex } from './use-drop-index.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'

/** Virtualizes the cards, and keeps the active card rendered. */
function useVisibleRows(column: Column, activeIndex: number, rowHeight: number) {
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
    // About a screen's height, so that cards render before the column is measured.
    initialRect: { width: 252, height: 800 },
    overscan: 4,
  })
  // Sizes are computed, not measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes follow from the height
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  return { scroller, virtualizer }
}

interface BoardColumnProps extends CardMarks {
  column: Column
  /** Defers rendering its cards. */
  waits: boolean
}

/** A column of the board. Only the visible cards are rendered; more load on scroll. */
export const BoardColumn = memo(function BoardColumn({ column, waits, ...marks }: BoardColumnProps) {
  const { kind, rowHeight } = useBoardContext()
  const element = useRef<HTMLElement>(null)
  const { activeId } = marks
  const activeIndex = activeId ? column.cards.findIndex((card) => card.id === activeId) : -1
  const { scroller, virtualizer } = useVisibleRows(column, activeIndex, rowHeight)
  const dropIndex = useDropIndex(column, { column: element, scroller })
  useScrollAnchor(scroller, column.cards, rowHeight)
  const indexes = waits ? [] : virtualizer.getVirtualItems().map(({ index }) => index)
  const total = formatTotal(column.total)

  return (
    <section
      ref={element}
      className={classes.column}
      aria-label={t`${column.name}, ${total} applications`}
      data-column={column.id}
      data-head={column.id}
    >
      <ColumnHeader column={column} selected={marks.selected} />
      <div
        ref={scroller}
        className={classes.cards}
        data-over={(dropIndex !== null && kind === 'pipeline') || undefined}
        data-scrolls-to-top
      >
        {column.cards.length === 0 && (
          <div className={classes.none}>
            <Trans>No applications</Trans>
          </div>
        )}
        <CardList
          {...marks}
          column={column}
          indexes={indexes}
          height={virtualizer.getTotalSize()}
          dropIndex={kind === 'position' ? dropIndex : null}
        />
        <ColumnEnd column={column} near={!waits && (indexes.at(-1) ?? 0) >= column.cards.length - 8} />
      </div>
    </section>
  )
})
