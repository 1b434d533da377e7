/** Which of an agent's calls its figures open. */
export const agentCallsKinds = ['now', 'today', 'placed', 'answered'] as const

export type AgentCallsKind = (typeof agentCallsKinds)[number]
