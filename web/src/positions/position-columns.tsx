import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { listPositions } from '@muster/contract/positions.ts'
import { IconLayoutKanban } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/query.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { Column } from '../ui/column.ts'
import { deletedColumns } from '../ui/deleted-columns.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { openingsLeft } from './position-state.ts'
import classes from './positions.module.css'
import { RestorePosition } from './restore-position.tsx'
import { StateBadge } from './state-badge.tsx'
import { TypeCounts } from './type-counts.tsx'

export type Position = RowOf<typeof listPositions>

function Openings(position: Position) {
  const [filled, openings] = [formatNumber(position.hired), formatNumber(position.openings)]
  const left = formatNumber(openingsLeft(position))
  return (
    <span title={t`${filled} of ${openings} filled`}>
      <Trans>
        {left} <span className={classes.caption}>of {openings}</span>
      </Trans>
    </span>
  )
}

function Name({ id, name, location, deletedAt }: Position) {
  return (
    <>
      {deletedAt ? (
        <span className={classes.name}>{name}</span>
      ) : (
        <TextLink to="/positions/$id" params={{ id }} className={classes.name}>
          {name}
        </TextLink>
      )}
      {location && <span className={classes.caption}> · {location}</span>}
    </>
  )
}

function BoardLink({ id, name }: Position) {
  return (
    <Link
      to="/board/$id"
      params={{ id }}
      className={classes.boardLink}
      aria-label={t`Board of ${name}`}
      title={t`Board`}
    >
      <IconLayoutKanban size={16} stroke={1.6} aria-hidden />
    </Link>
  )
}

/** Returns the columns of the list. Deleted positions have only the identifying columns and Restore. */
export function positionColumns(deleted: boolean): Column<Position>[] {
  const name: Column<Position> = {
    id: 'name',
    header: t`Position`,
    width: 'minmax(180px, 2.4fr)',
    sort: 'name',
    cell: Name,
  }
  const company: Column<Position> = {
    id: 'company',
    header: t`Company`,
    width: 'minmax(120px, 1fr)',
    sort: 'company',
    cell: (position) => position.company.name,
  }
  if (deleted)
    return [name, company, ...deletedColumns((position: Position) => <RestorePosition position={position} />)]
  return [
    name,
    company,
    { id: 'state', header: t`State`, width: '96px', cell: ({ state }) => <StateBadge state={state} /> },
    { id: 'openings', header: t`Openings left`, width: '96px', align: 'right', cell: Openings },
    {
      id: 'counts',
      header: t`Applications by type`,
      width: '384px',
      from: 'lg',
      cell: ({ id, counts }) => <TypeCounts positionId={id} counts={counts} />,
    },
    {
      id: 'owner',
      header: t`Owner`,
      width: '64px',
      from: 'sm',
      cell: ({ owner }) => (owner ? <Avatar name={owner.name} userId={owner.id} /> : '—'),
    },
    {
      id: 'opened',
      header: t`Opened`,
      width: '96px',
      from: 'lg',
      sort: 'createdAt',
      cell: ({ openedAt }) => formatDay(openedAt),
    },
    { id: 'board', header: t`Board`, headerHidden: true, width: '32px', align: 'right', cell: BoardLink },
  ]
}

/** A row on a narrow screen. */
export function PositionCard(position: Position) {
  const [left, openings] = [formatNumber(openingsLeft(position)), formatNumber(position.openings)]
  return (
    <div className={classes.card}>
      <div className={classes.cardLine}>
        {position.deletedAt ? (
          <span className={classes.name}>{position.name}</span>
        ) : (
          <TextLink to="/positions/$id" params={{ id: position.id }} className={classes.name}>
            {position.name}
          </TextLink>
        )}
        {position.deletedAt ? <RestorePosition position={position} /> : <StateBadge state={position.state} />}
      </div>
      <div className={classes.cardLine}>
        <span className={classes.caption}>{position.company.name}</span>
        <span className={classes.caption}>
          <Trans>
            {left} of {openings} left
          </Trans>
        </span>
      </div>
    </div>
  )
}
