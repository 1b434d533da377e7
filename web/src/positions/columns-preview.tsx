import type { StatusType } from '@muster/contract/status-types.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { formatNumber } from '../ui/format.ts'
import classes from './position-form.module.css'

interface PreviewedStatus {
  id: string
  name: string
  type: StatusType
  color: string
  slaDays: number | null
}

/** The columns a new position's board will have. */
export function ColumnsPreview({ statuses }: { statuses: readonly PreviewedStatus[] }) {
  return (
    <section className={classes.preview} aria-label="Columns of the board">
      {statuses.map((status) => (
        <div key={status.id} className={classes.column}>
          <span className={classes.columnName}>
            <StatusBadge status={status} />
          </span>
          <span className={classes.days}>
            {status.slaDays === null ? 'no limit' : `late after ${formatNumber(status.slaDays)} d`}
          </span>
        </div>
      ))}
    </section>
  )
}
