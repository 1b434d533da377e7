import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { loadWebhook } from './present-webhook.ts'
import { newWebhookSecret } from './sign-message.ts'
import { sealWebhookSecret } from './webhook-secret.ts'

export const rotateWebhookSecret = handler(
  contract.rotateWebhookSecret,
  async ({ tx, actor, params: { id }, caller }) => {
    const { workspaceId } = actor
    await loadWebhook(tx, actor, id)
    const secret = newWebhookSecret()
    await tx
      .updateTable('outgoing_webhooks')
      .set({
        secret: await sealWebhookSecret(tx, secret, { workspaceId, id }),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      ...actor,
      action: 'webhook.secret_rotated',
      ip: caller.ip,
      subject: { kind: 'webhook', id },
    })
    return { secret }
  },
)
