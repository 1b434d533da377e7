import { t } from '@lingui/core/macro'
import classes from './agent-status.module.css'
import { type AgentStatusKey, agentStatusLabels } from './agent-words.ts'

interface AgentStatusProps {
  agent: {
    status: AgentStatusKey
    withinHours: boolean
    activeCalls: number
    capacity: number
  }
}

/** Why one that is said to be available takes no calls now. */
function whyNot({ status, withinHours, activeCalls, capacity }: AgentStatusProps['agent']): string | null {
  if (status !== 'available') return null
  if (!withinHours) return t`off hours`
  return activeCalls >= capacity ? t`no room` : null
}

export function AgentStatus({ agent }: AgentStatusProps) {
  const reason = whyNot(agent)
  return (
    <span className={classes.status} data-status={reason ? 'busy' : agent.status}>
      {t(agentStatusLabels[agent.status])}
      {reason && <span className={classes.caption}>{reason}</span>}
    </span>
  )
}
