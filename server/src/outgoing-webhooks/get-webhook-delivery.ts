import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { handler } from '../http/handler.ts'
import { loadDelivery } from './present-delivery.ts'

export const getWebhookDelivery = handler(contract.getWebhookDelivery, async ({ tx, actor, params }) => {
  const delivery = await loadDelivery(tx, actor, params)
  const answers = await tx
    .selectFrom('webhook_attempts')
    .where('workspace_id', '=', actor.workspaceId)
    .where('delivery_id', '=', params.deliveryId)
    .select(['number', 'at', 'duration_ms as durationMs', 'status', 'answer', 'error'])
    .orderBy('number', 'desc')
    .execute()
  return { ...delivery, answers }
})
