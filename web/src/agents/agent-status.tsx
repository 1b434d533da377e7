import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { agentStatuses } from '@muster/contract/agents.ts'
import classes from './agent-status.module.css'

type Status = (typeof agentStatuses)[number]

const labels: Record<Status, MessageDescriptor> = {
  available: msg`Available`,
  busy: msg({ message: 'Busy', context: 'state of an agent' }),
  offline: msg`Offline`,
  paused: msg`Paused`,
}

export function AgentStatus({ status }: { status: Status }) {
  return (
    <span className={classes.status} data-status={status}>
      {t(labels[status])}
    </span>
  )
}
