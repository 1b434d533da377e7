import type { Actor } from '../session/actor.ts'
import { seesAllApplications } from './application-policy.ts'

/** What the actor may do with an agent. The figures are of the whole workspace: who sees a part has other rows behind them. */
export function agentAbilities(actor: Actor, agent: { deleted_at: string | null }) {
  const may = actor.permissions.has('agents:write') && agent.deleted_at === null
  const openCalls = actor.permissions.has('calls:read') && seesAllApplications(actor)
  return { edit: may, delete: may, openCalls }
}
