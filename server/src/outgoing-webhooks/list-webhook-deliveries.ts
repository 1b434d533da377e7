import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { presentDelivery, selectDeliveries } from './present-delivery.ts'
import { loadWebhook } from './present-webhook.ts'

const newestFirst = {
  expression: sql`webhook_deliveries.created_at`,
  type: 'timestamptz',
  descending: true,
} as const

export const listWebhookDeliveries = handler(
  contract.listWebhookDeliveries,
  async ({ tx, actor, params, query }) => {
    await loadWebhook(tx, actor, params.id)
    let found = selectDeliveries(tx, actor, params.id)
    if (query.state) found = found.where('webhook_deliveries.state', '=', query.state)
    // Matches an event name, or the id of the delivery, application or call.
    if (query.q)
      found = found.where(
        sql<boolean>`${query.q} in (
          webhook_deliveries.event, webhook_deliveries.id::text,
          webhook_deliveries.application_id::text, webhook_deliveries.call_id::text
        )`,
      )
    return fetchList(
      tx,
      {
        table: 'webhook_deliveries',
        rows: found,
        all: tx
          .selectFrom('webhook_deliveries')
          .where('webhook_deliveries.workspace_id', '=', actor.workspaceId)
          .where('webhook_deliveries.webhook_id', '=', params.id),
        orders: { '-createdAt': newestFirst },
        present: (rows) => rows.map(presentDelivery),
      },
      query,
    )
  },
)
