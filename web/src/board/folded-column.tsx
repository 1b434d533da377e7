import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatTotal } from '../ui/format.ts'
import classes from './board-column.module.css'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn } from './board-moves.ts'
import { useDropIndex } from './use-drop-index.ts'

/** A collapsed column. A click expands it; cards can be dropped on it. */
export function FoldedColumn({ column }: { column: BoardColumn }) {
  const { actions } = useBoardContext()
  const element = useRef<HTMLButtonElement>(null)
  const over = useDropIndex(column, { column: element }) !== null
  const { name } = column
  const total = formatTotal(column.total)
  return (
    <button
      ref={element}
      type="button"
      data-head={column.id}
      className={classes.folded}
      data-over={over || undefined}
      aria-expanded={false}
      aria-label={t`Show ${name}, ${total}`}
      title={t`Show ${name}`}
      onClick={() => actions.fold(column.id, false)}
    >
      <StatusIcon type={column.type} color={column.color} />
      <span className={classes.count}>{total}</span>
      <span className={classes.name}>{name}</span>
    </button>
  )
}

/** The header of a column that is collapsed in all lanes. */
export function FoldedHeader({ column }: { column: BoardColumn }) {
  const { actions } = useBoardContext()
  const { name } = column
  const total = formatTotal(column.total)
  return (
    <button
      type="button"
      className={classes.foldedHead}
      aria-expanded={false}
      aria-label={t`Show ${name}, ${total}`}
      title={t`Show ${name}, ${total}`}
      onClick={() => actions.fold(column.id, false)}
    >
      <StatusIcon type={column.type} color={column.color} />
    </button>
  )
}
