import { useRef } from 'react'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatTotal } from '../ui/format.ts'
import classes from './board-column.module.css'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn } from './board-moves.ts'
import { useDropIndex } from './use-drop-index.ts'

/** A column folded to a strip: it opens on a click, and still takes cards. */
export function FoldedColumn({ column }: { column: BoardColumn }) {
  const { actions } = useBoardContext()
  const element = useRef<HTMLButtonElement>(null)
  const over = useDropIndex(column, { column: element }) !== null
  return (
    <button
      ref={element}
      type="button"
      className={classes.folded}
      data-over={over || undefined}
      aria-expanded={false}
      aria-label={`Show ${column.name}, ${formatTotal(column.total)}`}
      title={`Show ${column.name}`}
      onClick={() => actions.fold(column.id, false)}
    >
      <StatusIcon type={column.type} color={column.color} />
      <span className={classes.count}>{formatTotal(column.total)}</span>
      <span className={classes.name}>{column.name}</span>
    </button>
  )
}
