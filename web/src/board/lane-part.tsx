import { t } from '@lingui/core/macro'
import { memo, useRef } from 'react'
import { formatTotal } from '../ui/format.ts'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn } from './board-moves.ts'
import { CardList, type CardMarks } from './card-list.tsx'
import { ColumnEnd } from './column-end.tsx'
import classes from './lanes-view.module.css'
import { useDropIndex } from './use-drop-index.ts'

interface LanePartProps extends CardMarks {
  part: BoardColumn
  folded: boolean
  /** The visible rows of the lane. */
  first: number
  last: number
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** The cards of a column in a lane. */
export const LanePart = memo(function LanePart({ part, folded, first, last, ...marks }: LanePartProps) {
  const { kind, rowHeight } = useBoardContext()
  const element = useRef<HTMLElement>(null)
  const dropIndex = useDropIndex(part, { column: element })
  const { cards, lane, name, unread, total } = part
  const count = formatTotal(total)
  const laneName = lane?.name ?? t`Unassigned`
  const seen = range(first, Math.min(last, cards.length - 1))
  const awaited = unread && cards.length === 0 ? range(first, Math.min(last, total.value - 1)) : []
  return (
    <section
      ref={element}
      className={folded ? classes.foldedPart : classes.part}
      aria-label={t`${name}, ${laneName}, ${count} applications`}
      data-column={part.id}
      data-over={(dropIndex !== null && (folded || kind === 'pipeline')) || undefined}
    >
      {folded ? (
        total.value > 0 && <span className={classes.laneCount}>{count}</span>
      ) : (
        <>
          <CardList
            {...marks}
            column={part}
            indexes={seen}
            height={cards.length * rowHeight}
            dropIndex={kind === 'position' ? dropIndex : null}
          />
          {awaited.map((row) => (
            <div
              key={row}
              className={classes.awaited}
              style={{ transform: `translateY(${row * rowHeight}px)` }}
            />
          ))}
          <ColumnEnd column={part} near={last >= cards.length - 5} />
        </>
      )}
    </section>
  )
})
