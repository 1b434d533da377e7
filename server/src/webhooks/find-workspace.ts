import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { VoiceFacts } from './voice-facts.ts'

type Names = Pick<VoiceFacts, 'workspaceId' | 'applicationId'>

async function onlyOne(tx: Database, query: ReturnType<typeof sql<{ id: string }>>): Promise<string | null> {
  const { rows } = await query.execute(tx)
  return rows.length === 1 ? rows[0]!.id : null
}

export function findExisting(tx: Database, id: string): Promise<string | null> {
  return onlyOne(tx, sql`select id from workspaces where id = ${id}`)
}

/** Returns the workspace that a report's metadata names, by its own id or an application's. */
export async function findByMetadata(tx: Database, names: Names): Promise<string | null> {
  const found = names.workspaceId ? await findExisting(tx, names.workspaceId) : null
  if (found || !names.applicationId) return found
  // Looks up each workspace in turn: the key starts with it, and there are few.
  return onlyOne(
    tx,
    sql`select w.id from workspaces w cross join lateral (
      select from applications a where a.workspace_id = w.id and a.id = ${names.applicationId} offset 0
    ) as found`,
  )
}

/**
 * Returns the workspace of a call that began under the installation's secret. Call ids can be guessed, so a call that
 * began under a workspace's own secret is never found by its id, nor is one that two workspaces have.
 */
export function findByCall(tx: Database, provider: VoiceProvider, callId: string): Promise<string | null> {
  return onlyOne(
    tx,
    sql`select workspace_id as id from calls
      where provider = ${provider} and provider_call_id = ${callId} and begun_with = 'installation' limit 2`,
  )
}

export function findByAgent(tx: Database, provider: VoiceProvider, agentId: string): Promise<string | null> {
  return onlyOne(
    tx,
    sql`select workspace_id as id from provider_agent_claims
      where provider = ${provider} and provider_agent_id = ${agentId} and workspace_id is not null`,
  )
}

/** Returns the workspace if the installation has only one. */
export function findOnlyWorkspace(tx: Database): Promise<string | null> {
  return onlyOne(tx, sql`select id from workspaces limit 2`)
}
