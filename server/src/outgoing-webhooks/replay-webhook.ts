import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadWebhook } from './present-webhook.ts'

/** Makes the messages of a time window due again. Those that still wait for an attempt stay as they are. */
export const replayWebhook = handler(
  contract.replayWebhook,
  async ({ tx, actor, params, body, services }) => {
    const { workspaceId } = actor
    await loadWebhook(tx, actor, params.id)
    let chosen = tx
      .updateTable('webhook_deliveries')
      .set({
        state: 'pending',
        next_attempt_at: sql`now()`,
        give_up_at: sql`now() + interval '1 day'`,
        ended_at: null,
      })
      .where('workspace_id', '=', workspaceId)
      .where('webhook_id', '=', params.id)
      .where('created_at', '>=', body.from)
    chosen = body.state ? chosen.where('state', '=', body.state) : chosen.where('state', '<>', 'pending')
    if (body.to) chosen = chosen.where('created_at', '<', body.to)
    if (body.events) chosen = chosen.where('event', 'in', body.events)
    const { numUpdatedRows } = await chosen.executeTakeFirstOrThrow()
    const place = { workspaceId, webhookId: params.id }
    await services.jobs.send(tx, 'deliver-webhooks', place, { onceFor: params.id })
    return { queued: Number(numUpdatedRows) }
  },
)
