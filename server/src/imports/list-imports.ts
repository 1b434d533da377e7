import * as contract from '@muster/contract/import-status.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { presentImport, selectImports } from './present-import.ts'

export const newestFirst: SortColumn = {
  expression: sql`imports.created_at`,
  type: 'timestamptz',
  descending: true,
}

export function findImports(tx: Database, actor: Actor, q: string | undefined) {
  // A file that was only looked at is no import.
  const found = selectImports(tx, actor).where('imports.state', '<>', 'analyzed')
  return q ? found.where(containsText(sql`fold(imports.file_name)`, q)) : found
}

export const listImports = handler(contract.listImports, async ({ tx, actor, query }) => {
  const found = findImports(tx, actor, query.q)
  return fetchList(
    tx,
    {
      table: 'imports',
      rows: found,
      all: tx.selectFrom('imports').where('imports.workspace_id', '=', actor.workspaceId),
      deletedOf: actor.workspaceId,
      orders: { '-createdAt': newestFirst },
      present: (rows) => rows.map(presentImport),
    },
    query,
  )
})
