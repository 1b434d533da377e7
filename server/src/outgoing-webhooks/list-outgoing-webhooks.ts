import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentWebhook, selectWebhooks } from './present-webhook.ts'

const byCreated = { expression: sql`outgoing_webhooks.created_at`, type: 'timestamptz' } as const

const orders = {
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
} satisfies Record<string, SortColumn>

export const listOutgoingWebhooks = handler(contract.listOutgoingWebhooks, async ({ tx, actor, query }) => {
  const all = selectWebhooks(tx, actor)
  const found = query.q ? all.where(containsText(sql`fold(outgoing_webhooks.url)`, query.q)) : all
  return fetchList(
    tx,
    {
      table: 'outgoing_webhooks',
      rows: found,
      all: tx.selectFrom('outgoing_webhooks').where('outgoing_webhooks.workspace_id', '=', actor.workspaceId),
      deletedOf: actor.workspaceId,
      orders: orders,
      present: (rows) => rows.map(presentWebhook),
    },
    query,
  )
})
