import type { agentStatuses } from '@muster/contract/calls.ts'
import classes from './agent-status.module.css'

type Status = (typeof agentStatuses)[number]

const labels: Record<Status, string> = {
  available: 'Available',
  busy: 'Busy',
  offline: 'Offline',
  paused: 'Paused',
}

export function AgentStatus({ status }: { status: Status }) {
  return (
    <span className={classes.status} data-status={status}>
      {labels[status]}
    </span>
  )
}
