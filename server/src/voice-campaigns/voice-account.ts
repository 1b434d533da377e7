import { type CallingProvider, callingProviders } from '@muster/contract/voice-campaigns.ts'
import type { Database } from '../database/connect.ts'
import { openSecret } from '../session/sealed-secret.ts'

/** The context a key is sealed with. */
export function accountSealContext(workspaceId: string, provider: CallingProvider) {
  return { purpose: 'voice-accounts', place: `${workspaceId}/${provider}` } as const
}

/** Returns the workspace's account for placing calls through a provider, or null. */
export async function loadVoiceAccount(
  db: Database,
  workspaceId: string,
  provider: CallingProvider,
): Promise<{ apiKey: string; accountId: string | null } | null> {
  const account = await db
    .selectFrom('voice_accounts')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .select(['sealed', 'account_id'])
    .executeTakeFirst()
  if (!account) return null
  const apiKey = await openSecret(db, account.sealed, accountSealContext(workspaceId, provider))
  return { apiKey, accountId: account.account_id }
}

export function isCallingProvider(provider: string | null): provider is CallingProvider {
  return (callingProviders as readonly (string | null)[]).includes(provider)
}
