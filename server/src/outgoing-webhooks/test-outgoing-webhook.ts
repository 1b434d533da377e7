import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { loadDelivery } from './present-delivery.ts'
import { loadWebhook } from './present-webhook.ts'

export const testOutgoingWebhook = handler(
  contract.testOutgoingWebhook,
  async ({ tx, actor, params: { id }, services }) => {
    const { workspaceId } = actor
    await loadWebhook(tx, actor, id)
    const deliveryId = newId()
    const type = 'webhook.test'
    await tx
      .insertInto('webhook_deliveries')
      .values({
        workspace_id: workspaceId,
        id: deliveryId,
        webhook_id: id,
        event: type,
        payload: JSON.stringify({ type, timestamp: new Date().toISOString(), data: { workspaceId } }),
      })
      .execute()
    await services.jobs.send(tx, 'deliver-webhooks', { workspaceId, webhookId: id }, { onceFor: id })
    return loadDelivery(tx, actor, { id, deliveryId })
  },
)
