import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { Database } from '../database/connect.ts'
import { openSecret } from '../session/sealed-secret.ts'

/** The context a provider's secret is sealed with. */
export function voiceSealContext(workspaceId: string, provider: VoiceProvider) {
  return { purpose: 'voice-secrets', place: `${workspaceId}/${provider}` } as const
}

export async function loadOwnSecret(
  db: Database,
  workspaceId: string,
  provider: VoiceProvider,
): Promise<string | null> {
  const row = await db
    .selectFrom('voice_secrets')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .select('sealed')
    .executeTakeFirst()
  return row ? openSecret(db, row.sealed, voiceSealContext(workspaceId, provider)) : null
}

export async function hasOwnSecret(
  db: Database,
  workspaceId: string,
  provider: VoiceProvider,
): Promise<boolean> {
  const row = await db
    .selectFrom('voice_secrets')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .select('provider')
    .executeTakeFirst()
  return row !== undefined
}
