import * as contract from '@muster/contract/api-keys.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentApiKey, selectApiKeys, stateOfApiKey } from './present-api-key.ts'

const byCreated = { expression: sql`api_keys.created_at`, type: 'timestamptz' } as const

const orders = {
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
} satisfies Record<string, SortColumn>

export const listApiKeys = handler(contract.listApiKeys, async ({ tx, actor, query }) => {
  const found = selectApiKeys(tx, actor)
    .$if(query.state !== undefined, (keys) => keys.where(stateOfApiKey, '=', query.state!))
    .$if(Boolean(query.q), (keys) => keys.where(containsText(sql`fold(api_keys.name)`, query.q!)))
  const [page, total] = await Promise.all([
    fetchPage(found, 'api_keys.id', orders[query.sort], query),
    countRows(tx, found),
  ])
  return { items: page.rows.map((row) => presentApiKey(row, actor)), nextCursor: page.nextCursor, total }
})
