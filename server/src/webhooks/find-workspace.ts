import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { CallState } from './fold-facts.ts'

async function onlyOne(tx: Database, query: ReturnType<typeof sql<{ id: string }>>): Promise<string | null> {
  const { rows } = await query.execute(tx)
  return rows.length === 1 ? rows[0]!.id : null
}

/**
 * Whose a call is, by what was given along with it, never by a telephone number: the workspace or the application that
 * was named, else the agent who made it, else the only workspace there is. Null when none of these tells.
 */
export async function findWorkspace(
  tx: Database,
  provider: VoiceProvider,
  state: CallState,
  named: string | null,
): Promise<string | null> {
  for (const id of [named, state.workspaceId])
    if (id) {
      const found = await onlyOne(tx, sql`select id from workspaces where id = ${id}`)
      if (found) return found
    }
  if (state.applicationId) {
    // Workspace by workspace: the key begins with it, and there are few of them.
    const found = await onlyOne(
      tx,
      sql`select w.id from workspaces w cross join lateral (
        select from applications a where a.workspace_id = w.id and a.id = ${state.applicationId} offset 0
      ) as found`,
    )
    if (found) return found
  }
  if (state.agentId) {
    const found = await onlyOne(
      tx,
      sql`select distinct workspace_id as id from agents
        where provider_agent_id = ${state.agentId} and deleted_at is null
          and (provider is null or lower(provider) = ${provider} or ${provider} = 'generic') limit 2`,
    )
    if (found) return found
  }
  return onlyOne(tx, sql`select id from workspaces limit 2`)
}
