import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
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
  const [page, total] = await Promise.all([
    fetchPage(found, 'outgoing_webhooks.id', orders[query.sort], query),
    countRows(tx, found),
  ])
  return { items: page.rows.map(presentWebhook), nextCursor: page.nextCursor, total }
})
