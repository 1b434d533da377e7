import * as contract from '@muster/contract/imports.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentImport, selectImports } from './present-import.ts'

const newestFirst: SortColumn = {
  expression: sql`imports.created_at`,
  type: 'timestamptz',
  descending: true,
}

export const listImports = handler(contract.listImports, async ({ tx, actor, query }) => {
  // A file that was only looked at is no import.
  let found = selectImports(tx, actor).where('imports.state', '<>', 'analyzed')
  if (query.q) found = found.where(containsText(sql`lower(imports.file_name)`, query.q))
  const [page, total] = await Promise.all([
    fetchPage(found, 'imports.id', newestFirst, query),
    countRows(tx, found),
  ])
  return { items: page.rows.map(presentImport), nextCursor: page.nextCursor, total }
})
