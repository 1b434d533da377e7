/** The groups of calls that an agent's figures open. */
export const agentCallsKinds = ['now', 'today', 'placed', 'answered'] as const

export type AgentCallsKind = (typeof agentCallsKinds)[number]
