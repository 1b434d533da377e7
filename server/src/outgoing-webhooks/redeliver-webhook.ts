import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadDelivery } from './present-delivery.ts'

export const redeliverWebhook = handler(
  contract.redeliverWebhook,
  async ({ tx, actor, params, services }) => {
    const { workspaceId } = actor
    await loadDelivery(tx, actor, params)
    await tx
      .updateTable('webhook_deliveries')
      .set({
        state: 'pending',
        next_attempt_at: sql`now()`,
        give_up_at: sql`now() + interval '1 day'`,
        ended_at: null,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.deliveryId)
      .execute()
    const place = { workspaceId, webhookId: params.id }
    await services.jobs.send(tx, 'deliver-webhooks', place, { onceFor: params.id })
    return loadDelivery(tx, actor, params)
  },
)
