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

/** What one that is said to be available is now, where it takes no calls, and why. */
function hindrance({ status, withinHours, activeCalls, capacity }: AgentStatusProps['agent']) {
  if (status !== 'available') return null
  if (!withinHours) return { label: t`Off hours`, why: t`Available, but not at this time` }
  if (activeCalls < capacity) return null
  return { label: t`No room`, why: t`Available, but on as many calls as it can be` }
}

export function AgentStatus({ agent }: AgentStatusProps) {
  const hindered = hindrance(agent)
  return (
    <span className={classes.status} data-status={hindered ? 'busy' : agent.status} title={hindered?.why}>
      {hindered?.label ?? t(agentStatusLabels[agent.status])}
    </span>
  )
}
