import { t } from '@lingui/core/macro'
import { getAgent } from '@muster/contract/agents.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { CallsDrawer, type CallsQuery } from '../calls/calls-drawer.tsx'
import type { AgentCallsKind } from './agent-calls-kinds.ts'

type Counted = Pick<ResponseOf<typeof getAgent>, 'id' | 'name' | 'figures'>

const queries: Record<AgentCallsKind, (agent: Counted) => CallsQuery> = {
  now: ({ figures }) => ({ lifecycle: ['queued', 'ringing', 'in_progress'], startedFrom: figures.loadFrom }),
  today: ({ figures }) => ({ startedFrom: figures.todayFrom, startedTo: figures.at }),
  placed: ({ figures }) => ({ placed: 'true', startedFrom: figures.ratesFrom, startedTo: figures.at }),
  answered: ({ figures }) => ({
    placed: 'true',
    answered: 'true',
    startedFrom: figures.ratesFrom,
    startedTo: figures.at,
  }),
}

const titles: Record<AgentCallsKind, (name: string) => string> = {
  now: (name) => t`${name}: active calls`,
  today: (name) => t`${name}: calls today`,
  placed: (name) => t`${name}: calls placed in the last 28 days`,
  answered: (name) => t`${name}: calls answered in the last 28 days`,
}

interface AgentCallsProps {
  agentId: string
  which: AgentCallsKind
  /** The agent's row, if the list has loaded it. */
  row: Counted | undefined
  onClose: () => void
}

/** Lists the calls behind a figure of an agent, as of when it was opened. */
export function AgentCalls({ agentId, which, row, onClose }: AgentCallsProps) {
  const [shown] = useState(row)
  const { data } = useQuery({
    ...endpointQuery(getAgent, { params: { id: agentId } }),
    enabled: shown === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const agent = shown ?? data
  if (!agent) return null
  return (
    <CallsDrawer
      query={{ agentId, ...queries[which](agent) }}
      title={titles[which](agent.name)}
      onClose={onClose}
    />
  )
}
