import { readsFacts } from '../facts/reads-facts.ts'
import { createAgent } from './create-agent.ts'
import { deleteAgent } from './delete-agent.ts'
import { exportAgents } from './export-agents.ts'
import { getAgent } from './get-agent.ts'
import { listAgents } from './list-agents.ts'
import { listAvailableAgents } from './list-available-agents.ts'
import { restoreAgent } from './restore-agent.ts'
import { updateAgent } from './update-agent.ts'

export const agentRoutes = [
  listAgents,
  exportAgents,
  listAvailableAgents,
  createAgent,
  getAgent,
  updateAgent,
  deleteAgent,
  restoreAgent,
].map((route) => readsFacts(route))
