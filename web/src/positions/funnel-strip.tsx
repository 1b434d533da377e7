import { statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { Link } from '@tanstack/react-router'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatNumber } from '../ui/format.ts'
import classes from './position-page.module.css'
import { openingsLeft, type PositionDetails } from './position-state.ts'

/** How many applications are where now, by type; each number opens its rows. */
export function FunnelStrip({ position }: { position: PositionDetails }) {
  const { id, counts, openings } = position
  return (
    <div className={classes.funnel}>
      {statusTypeKeys.map((type) => (
        <Link
          key={type}
          to="/applications"
          search={{ positionId: [id], statusType: [type], open: 'all' }}
          className={classes.step}
          title={statusTypes[type].explanation}
          preload={false}
        >
          <strong className={classes.figure}>{formatNumber(counts[type])}</strong>
          <span className={classes.type}>
            <StatusIcon type={type} />
            {statusTypes[type].label}
          </span>
        </Link>
      ))}
      <div className={classes.step}>
        <strong className={classes.figure}>
          {formatNumber(openingsLeft(position))}
          <span className={classes.of}> of {formatNumber(openings)}</span>
        </strong>
        <span className={classes.type}>Openings left</span>
      </div>
    </div>
  )
}
