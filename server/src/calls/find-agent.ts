import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

interface FoundAgent {
  id: string
  kind: string
}

/**
 * Who made a call: the agent named, else the agent the actor is, else nobody.
 * @throws VALIDATION when there is no such agent here
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
  if (!named) throw invalid('agentId', t`No agent with this id`)
  return named
}
