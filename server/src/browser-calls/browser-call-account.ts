import type { Database } from '../database/connect.ts'
import { openSecret } from '../session/sealed-secret.ts'
import { loadVoiceAccount } from '../voice-campaigns/voice-account.ts'

/** The context the secret of the API key is sealed with. */
export function browserCallSealContext(workspaceId: string) {
  return { purpose: 'browser-calls', place: workspaceId } as const
}

export interface BrowserCallAccount {
  accountId: string
  /** Signs what Twilio sends. */
  authToken: string
  keyId: string
  keySecret: string
  appId: string
  callerNumber: string
}

export function findSettings(db: Database, workspaceId: string) {
  return db
    .selectFrom('browser_call_settings')
    .where('workspace_id', '=', workspaceId)
    .selectAll()
    .executeTakeFirst()
}

/** Returns with what the workspace's users call in the browser; null if it is not set up. */
export async function loadBrowserCallAccount(
  db: Database,
  workspaceId: string,
): Promise<BrowserCallAccount | null> {
  const settings = await findSettings(db, workspaceId)
  const account = settings && (await loadVoiceAccount(db, workspaceId, 'twilio'))
  if (!account?.accountId) return null
  return {
    accountId: account.accountId,
    authToken: account.apiKey,
    keyId: settings!.key_id,
    keySecret: await openSecret(db, settings!.sealed, browserCallSealContext(workspaceId)),
    appId: settings!.app_id,
    callerNumber: settings!.caller_number,
  }
}
