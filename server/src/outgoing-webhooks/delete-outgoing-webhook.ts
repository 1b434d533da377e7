import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { loadWebhook } from './present-webhook.ts'

export const deleteOutgoingWebhook = handler(
  contract.deleteOutgoingWebhook,
  async ({ tx, actor, params, caller }) => {
    const { url } = await loadWebhook(tx, actor, params.id)
    await tx
      .deleteFrom('outgoing_webhooks')
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', params.id)
      .execute()
    await recordAudit(tx, {
      ...actor,
      action: 'webhook.deleted',
      ip: caller.ip,
      subject: { kind: 'webhook', id: params.id },
      details: { url },
    })
    return undefined
  },
)
