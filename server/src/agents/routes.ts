import { exportAgents } from './export-agents.ts'
import { listAgents } from './list-agents.ts'
import { listAvailableAgents } from './list-available-agents.ts'
import { updateAgent } from './update-agent.ts'

export const agentRoutes = [listAgents, exportAgents, listAvailableAgents, updateAgent]
