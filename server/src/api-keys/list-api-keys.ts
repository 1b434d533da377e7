import * as contract from '@muster/contract/api-keys.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentApiKey, selectApiKeys, stateOfApiKey } from './present-api-key.ts'

const byCreated = { expression: sql`api_keys.created_at`, type: 'timestamptz' } as const

const orders = {
  '-createdAt': { ...byCreated, descending: true },
  createdAt: { ...byCreated, descending: false },
} satisfies Record<string, SortColumn>

export const listApiKeys = handler(contract.listApiKeys, async ({ tx, actor, query }) => {
  const found = selectApiKeys(tx, actor)
    .$if(query.state !== undefined, (keys) => keys.where(stateOfApiKey, '=', query.state!))
    .$if(Boolean(query.q), (keys) => keys.where(containsText(sql`fold(api_keys.name)`, query.q!)))
  return fetchList(
    tx,
    {
      table: 'api_keys',
      rows: found,
      all: tx.selectFrom('api_keys').where('api_keys.workspace_id', '=', actor.workspaceId),
      deletedOf: actor.workspaceId,
      orders: orders,
      present: (rows) => rows.map((row) => presentApiKey(row, actor)),
    },
    query,
  )
})
