import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import * as contract from '@muster/contract/voice-webhooks.ts'
import type { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { apiPrefix } from '../http/route.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'

/** Returns where a provider sends the reports of a workspace's calls. */
export function voiceWebhookUrl(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  provider: VoiceProvider,
  workspaceId: string,
): string {
  return `${publicUrl.replace(/\/$/, '')}${apiPrefix}/webhooks/voice/${provider}?workspace=${workspaceId}`
}

/** Returns the workspace's webhook URL for each provider, without any secret. */
export async function presentVoiceWebhooks(
  tx: Database,
  actor: Actor,
  { config }: Services,
): Promise<z.input<typeof contract.voiceWebhook>[]> {
  const own = await tx
    .selectFrom('voice_secrets')
    .where('workspace_id', '=', actor.workspaceId)
    .select(['provider', 'set_at'])
    .execute()
  return contract.voiceProviders.map((provider) => {
    const set = own.find((each) => each.provider === provider)
    const shared = config.voiceSecrets[provider] ? 'installation' : 'none'
    return {
      provider,
      url: voiceWebhookUrl(config, provider, actor.workspaceId),
      secret: set ? ('workspace' as const) : shared,
      setAt: set?.set_at ?? null,
    }
  })
}

export const listVoiceWebhooks = handler(contract.listVoiceWebhooks, async ({ tx, actor, services }) => ({
  items: await presentVoiceWebhooks(tx, actor, services),
}))
