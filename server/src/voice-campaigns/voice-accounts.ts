import * as contract from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { sealSecret } from '../session/sealed-secret.ts'
import { accountSealContext } from './voice-account.ts'

async function presentAccounts(tx: Database, actor: Actor): Promise<z.input<typeof contract.voiceAccount>[]> {
  const accounts = await tx
    .selectFrom('voice_accounts')
    .where('workspace_id', '=', actor.workspaceId)
    .select(['provider', 'account_id', 'set_at'])
    .execute()
  return contract.callingProviders.map((provider) => {
    const account = accounts.find((each) => each.provider === provider)
    return { provider, accountId: account?.account_id ?? null, setAt: account?.set_at ?? null }
  })
}

export const listVoiceAccounts = handler(contract.listVoiceAccounts, async ({ tx, actor }) => ({
  items: await presentAccounts(tx, actor),
}))

export const setVoiceAccount = handler(
  contract.setVoiceAccount,
  async ({ tx, actor, params: { provider }, body: { apiKey, accountId }, caller }) => {
    const { workspaceId, userId } = actor
    if (provider === 'twilio' && apiKey !== null && !accountId)
      throw invalid('accountId', t`Enter the Account SID`)
    if (provider !== 'twilio' && accountId) throw invalid('accountId', t`Only Twilio has an Account SID`)
    if (apiKey === null)
      await tx
        .deleteFrom('voice_accounts')
        .where('workspace_id', '=', workspaceId)
        .where('provider', '=', provider)
        .execute()
    else {
      const values = {
        sealed: await sealSecret(tx, apiKey, accountSealContext(workspaceId, provider)),
        account_id: accountId ?? null,
        set_by: userId,
      }
      await tx
        .insertInto('voice_accounts')
        .values({ workspace_id: workspaceId, provider, ...values })
        .onConflict((account) =>
          account.columns(['workspace_id', 'provider']).doUpdateSet({ ...values, set_at: sql`now()` }),
        )
        .execute()
    }
    await recordAudit(tx, {
      ...actor,
      action: apiKey === null ? 'voice-account.removed' : 'voice-account.set',
      ip: caller.ip,
      userAgent: caller.userAgent,
      details: { provider },
    })
    const accounts = await presentAccounts(tx, actor)
    return accounts.find((each) => each.provider === provider)!
  },
)
