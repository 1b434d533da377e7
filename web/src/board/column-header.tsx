import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconArrowBarToLeft, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatTotal } from '../ui/format.ts'
import classes from './board-column.module.css'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn } from './board-moves.ts'

/** The header of a column: icon, name, counts, and buttons to add an application and to collapse it. */
export function ColumnHeader({ column, selected }: { column: BoardColumn; selected: ReadonlySet<string> }) {
  const { id, kind, can, actions } = useBoardContext()
  const { name } = column
  const late = column.late.value
  const chosen = column.cards.filter((card) => selected.has(card.id)).length
  const lateText = formatTotal(column.late)
  const days = column.slaDays ?? 0
  const mayAdd = can.add && kind === 'position' && column.type !== 'closed' && column.type !== 'hired'
  return (
    <header className={classes.header}>
      <StatusIcon type={column.type} color={column.color} />
      <h2 className={classes.name} title={column.name}>
        {column.name}
      </h2>
      <span className={classes.count}>{formatTotal(column.total)}</span>
      {chosen > 0 && (
        <span className={classes.chosen}>{plural(chosen, { one: '# selected', other: '# selected' })}</span>
      )}
      {late > 0 && chosen === 0 && (
        <Link
          to="."
          search={(now) => ({ ...now, late: true })}
          className={classes.late}
          title={t`${lateText} over the ${days}-day limit. Show only overdue applications.`}
        >
          <Trans>{lateText} overdue</Trans>
        </Link>
      )}
      <div className={classes.tools}>
        <ActionIcon
          size="sm"
          className={classes.fold}
          aria-label={t`Collapse ${name}`}
          title={t`Collapse`}
          onClick={() => actions.fold(column.id, true)}
        >
          <IconArrowBarToLeft size={16} stroke={1.6} />
        </ActionIcon>
        {mayAdd && (
          <Link
            to="/applications/create"
            search={{ positionId: id, statusId: column.id }}
            className={classes.add}
            aria-label={t`Add application to ${name}`}
            title={t`Add application`}
          >
            <IconPlus size={16} stroke={1.6} aria-hidden />
          </Link>
        )}
      </div>
    </header>
  )
}
