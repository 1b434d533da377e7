import type { StatusType } from '@muster/contract/status-types.ts'
import classes from './status.module.css'
import { StatusIcon } from './status-icon.tsx'

/** A status with its icon, colour and name. */
export function StatusBadge({ status }: { status: { name: string; type: StatusType; color?: string } }) {
  return (
    <span className={classes.badge}>
      <StatusIcon type={status.type} color={status.color} />
      <span className={classes.name}>{status.name}</span>
    </span>
  )
}
