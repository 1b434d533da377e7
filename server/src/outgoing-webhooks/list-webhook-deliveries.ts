import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { countRows, fetchPage } from '../database/keyset.ts'
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
    // An event, or the id of what it is about.
    if (query.q)
      found = found.where(
        sql<boolean>`${query.q} in (
          webhook_deliveries.event, webhook_deliveries.id::text,
          webhook_deliveries.application_id::text, webhook_deliveries.call_id::text
        )`,
      )
    const [page, total] = await Promise.all([
      fetchPage(found, 'webhook_deliveries.id', newestFirst, query),
      countRows(tx, found),
    ])
    return { items: page.rows.map(presentDelivery), nextCursor: page.nextCursor, total }
  },
)
