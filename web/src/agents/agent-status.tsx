import { t } from '@lingui/core/macro'
import { type AgentStatusKey, agentStatusLabels } from './agent-labels.ts'
import classes from './agent-status.module.css'

interface AgentStatusProps {
  agent: {
    status: AgentStatusKey
    withinHours: boolean
    activeCalls: number
    capacity: number
  }
}

/** Returns why an available agent takes no calls at the moment, if so. */
function unavailableReason({ status, withinHours, activeCalls, capacity }: AgentStatusProps['agent']) {
  if (status !== 'available') return null
  if (!withinHours) return { label: t`Outside hours`, why: t`Available, but outside working hours` }
  if (activeCalls < capacity) return null
  return { label: t`At capacity`, why: t`Available, but at the limit of concurrent calls` }
}

export function AgentStatus({ agent }: AgentStatusProps) {
  const hindered = unavailableReason(agent)
  return (
    <span className={classes.status} data-status={hindered ? 'busy' : agent.status} title={hindered?.why}>
      {hindered?.label ?? t(agentStatusLabels[agent.status])}
    </span>
  )
}
