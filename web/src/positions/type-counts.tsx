import { t } from '@lingui/core/macro'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { Link } from '@tanstack/react-router'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { formatCompact, formatNumber } from '../ui/format.ts'
import classes from './positions.module.css'

interface TypeCountsProps {
  positionId: string
  counts: Record<StatusType, number>
}

function textOf(type: StatusType, count: number): string {
  const [label, number] = [t(statusTypeLabels[type]), formatNumber(count)]
  return t({ message: `${label}: ${number}`, context: 'applications of a type' })
}

/** A position's applications by status type; each number links to its rows. */
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
          title={textOf(type, counts[type])}
          aria-label={textOf(type, counts[type])}
          preload={false}
        >
          <StatusIcon type={type} size={14} />
          {formatCompact(counts[type])}
        </Link>
      ))}
    </span>
  )
}
