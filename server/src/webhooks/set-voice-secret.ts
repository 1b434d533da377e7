import * as contract from '@muster/contract/voice-webhooks.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { sealSecret } from '../session/sealed-secret.ts'
import { presentVoiceWebhooks } from './list-voice-webhooks.ts'
import { voiceSealContext } from './voice-secret.ts'

export const setVoiceSecret = handler(
  contract.setVoiceSecret,
  async ({ tx, actor, params: { provider }, body: { secret }, caller, services }) => {
    const { workspaceId, userId } = actor
    if (secret === null)
      await tx
        .deleteFrom('voice_secrets')
        .where('workspace_id', '=', workspaceId)
        .where('provider', '=', provider)
        .execute()
    else {
      const sealed = await sealSecret(tx, secret, voiceSealContext(workspaceId, provider))
      await tx
        .insertInto('voice_secrets')
        .values({ workspace_id: workspaceId, provider, sealed, set_by: userId })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace_id', 'provider'])
            .doUpdateSet({ sealed, set_by: userId, set_at: sql`now()` }),
        )
        .execute()
    }
    await recordAudit(tx, {
      workspaceId,
      userId,
      action: secret === null ? 'voice-secret.removed' : 'voice-secret.set',
      ip: caller.ip,
      details: { provider },
    })
    const all = await presentVoiceWebhooks(tx, actor, services)
    return all.find((each) => each.provider === provider)!
  },
)
