import { ActionIcon } from '@mantine/core'
import { IconArrowBarToLeft, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatTotal } from '../ui/format.ts'
import classes from './board-column.module.css'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn } from './board-moves.ts'

/** A column's shape, name and counts; adds an application to it, and folds it. */
export function ColumnHeader({ column }: { column: BoardColumn }) {
  const { id, kind, can, actions } = useBoardContext()
  const late = column.late.value
  const mayAdd = can.add && kind === 'position' && column.type !== 'closed' && column.type !== 'hired'
  return (
    <header className={classes.header}>
      <StatusIcon type={column.type} color={column.color} />
      <h2 className={classes.name} title={column.name}>
        {column.name}
      </h2>
      <span className={classes.count}>{formatTotal(column.total)}</span>
      {late > 0 && (
        <Link
          to="."
          search={(now) => ({ ...now, late: true })}
          className={classes.late}
          title={`${formatTotal(column.late)} past the ${column.slaDays} days allowed here. Show only late ones.`}
        >
          {formatTotal(column.late)} late
        </Link>
      )}
      <div className={classes.tools}>
        <ActionIcon
          size="sm"
          className={classes.fold}
          aria-label={`Fold ${column.name}`}
          title="Fold"
          onClick={() => actions.fold(column.id, true)}
        >
          <IconArrowBarToLeft size={16} stroke={1.5} />
        </ActionIcon>
        {mayAdd && (
          <Link
            to="/applications/create"
            search={{ positionId: id, statusId: column.id }}
            className={classes.add}
            aria-label={`Add application to ${column.name}`}
            title="Add application"
          >
            <IconPlus size={16} stroke={1.5} aria-hidden />
          </Link>
        )}
      </div>
    </header>
  )
}
