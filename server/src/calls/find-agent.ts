import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

interface FoundAgent {
  id: string
  kind: string
}

/**
 * Returns the agent who made a call: the one given, else the actor's own agent, else null.
 * @throws VALIDATION when the workspace has no such agent
 */
export async function findAgent(
  tx: Database,
  actor: Actor,
  agentId: string | null | undefined,
): Promise<FoundAgent | null> {
  const agents = tx
    .selectFrom('agents')
    .where('workspace_id', '=', actor.workspaceId)
    .where('deleted_at', 'is', null)
    .select(['id', 'kind'])
  if (!agentId) {
    const own = await agents.where('user_id', '=', actor.userId).orderBy('id').executeTakeFirst()
    return own ?? null
  }
  const named = await agents.where('id', '=', agentId).executeTakeFirst()
  if (!named) throw invalid('agentId', t`No agent with this ID`)
  return named
}
