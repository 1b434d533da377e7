import { randomBytes } from 'node:crypto'
import type { CallingProvider } from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { browserCallSealContext } from '../browser-calls/browser-call-account.ts'
import type { Database } from '../database/connect.ts'
import { webhookSealContext } from '../outgoing-webhooks/webhook-secret.ts'
import { sealedFor as sealedForFactor } from '../second-factor/factor.ts'
import { openWith, type SealedFor, sealWith } from '../session/sealed-secret.ts'
import { accountSealContext } from '../voice-campaigns/voice-account.ts'
import { voiceSealContext as sealedForVoice } from '../webhooks/voice-secret.ts'

/** Running nodes would continue with the old key. */
export class NodesRunningError extends Error {}

type Reseal = (sealed: string, what: SealedFor) => string

async function resealFactors(tx: Database, reseal: Reseal): Promise<number> {
  const rows = await tx
    .selectFrom('second_factors')
    .select(['workspace_id as workspaceId', 'user_id as userId', 'secret'])
    .forUpdate()
    .execute()
  for (const row of rows)
    await tx
      .updateTable('second_factors')
      .set({ secret: reseal(row.secret, sealedForFactor(row)) })
      .where('workspace_id', '=', row.workspaceId)
      .where('user_id', '=', row.userId)
      .execute()
  return rows.length
}

async function resealWebhooks(tx: Database, reseal: Reseal): Promise<number> {
  const rows = await tx
    .selectFrom('outgoing_webhooks')
    .select(['workspace_id as workspaceId', 'id', 'secret'])
    .forUpdate()
    .execute()
  for (const row of rows)
    await tx
      .updateTable('outgoing_webhooks')
      .set({ secret: reseal(row.secret, webhookSealContext(row)) })
      .where('workspace_id', '=', row.workspaceId)
      .where('id', '=', row.id)
      .execute()
  return rows.length
}

/** Re-encrypts what a table has for each provider of voice agents. */
function resealProviders(
  table: 'voice_secrets' | 'voice_accounts',
  contextOf: (workspaceId: string, provider: CallingProvider) => SealedFor,
) {
  return async (tx: Database, reseal: Reseal): Promise<number> => {
    const rows = await tx
      .selectFrom(table)
      .select(['workspace_id as workspaceId', 'provider', 'sealed'])
      .forUpdate()
      .execute()
    for (const row of rows)
      await tx
        .updateTable(table)
        .set({ sealed: reseal(row.sealed, contextOf(row.workspaceId, row.provider as CallingProvider)) })
        .where('workspace_id', '=', row.workspaceId)
        .where('provider', '=', row.provider)
        .execute()
    return rows.length
  }
}

const resealVoice = resealProviders('voice_secrets', sealedForVoice)
const resealAccounts = resealProviders('voice_accounts', accountSealContext)

async function resealBrowserCalls(tx: Database, reseal: Reseal): Promise<number> {
  const rows = await tx
    .selectFrom('browser_call_settings')
    .select(['workspace_id as workspaceId', 'sealed'])
    .forUpdate()
    .execute()
  for (const row of rows)
    await tx
      .updateTable('browser_call_settings')
      .set({ sealed: reseal(row.sealed, browserCallSealContext(row.workspaceId)) })
      .where('workspace_id', '=', row.workspaceId)
      .execute()
  return rows.length
}

/**
 * Replaces the installation's secret, from which every key is derived, and re-encrypts what the old one encrypted, in
 * one transaction. Old access tokens and challenges are refused; refresh tokens stay valid.
 * @returns the number of re-encrypted secrets
 * @throws NodesRunningError while a node runs, since each holds the keys in memory
 */
export function rotateKey(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { secret: before } = await tx
      .selectFrom('installation')
      .select('secret')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const running = await tx
      .selectFrom('nodes')
      .where('seen_at', '>', sql<string>`now() - interval '20 seconds'`)
      .select('host')
      .execute()
    if (running.length > 0)
      throw new NodesRunningError(
        `Stop the server first: ${running.length} running on ${running.map(({ host }) => host).join(', ')}. A node that was killed counts for 20 seconds.`,
      )
    const after = randomBytes(32).toString('hex')
    const reseal: Reseal = (sealed, what) => sealWith(after, openWith(before, sealed, what), what)
    await tx.updateTable('installation').set({ secret: after }).execute()
    let count = 0
    for (const resealAll of [resealFactors, resealWebhooks, resealVoice, resealAccounts, resealBrowserCalls])
      count += await resealAll(tx, reseal)
    return count
  })
}
