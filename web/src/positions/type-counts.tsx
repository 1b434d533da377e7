import { type StatusType, statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { Link } from '@tanstack/react-router'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatCompact, formatNumber } from '../ui/format.ts'
import classes from './positions.module.css'

interface TypeCountsProps {
  positionId: string
  counts: Record<StatusType, number>
}

/** A position's applications by type, each number leading to its rows. */
export function TypeCounts({ positionId, counts }: TypeCountsProps) {
  return (
    <span className={classes.counts}>
      {statusTypeKeys.map((type) => (
        <Link
          key={type}
          to="/applications"
          search={{ positionId: [positionId], statusType: [type], open: 'all' }}
          className={classes.count}
          data-none={counts[type] === 0 || undefined}
          title={`${statusTypes[type].label}: ${formatNumber(counts[type])}`}
          aria-label={`${statusTypes[type].label}: ${formatNumber(counts[type])}`}
          preload={false}
        >
          <StatusIcon type={type} size={12} />
          {formatCompact(counts[type])}
        </Link>
      ))}
    </span>
  )
}
