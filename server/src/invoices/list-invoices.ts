import * as contract from '@muster/contract/invoices.ts'
import { type SqlBool, sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { presentInvoice, selectInvoices } from './present-invoice.ts'

export const byIssued = {
  expression: sql`invoices.issued_at`,
  type: 'timestamptz',
  descending: true,
} as const

export const listInvoices = handler(contract.listInvoices, async ({ tx, actor, query }) => {
  let found = selectInvoices(tx).where('invoices.workspace_id', '=', actor.workspaceId)
  if (query.q) found = found.where(containsText(sql`invoices.number`, query.q))
  if (query.state?.length) found = found.where(sql<SqlBool>`invoices.state = any(${query.state})`)
  return fetchList(
    tx,
    {
      table: 'invoices',
      rows: found,
      all: tx.selectFrom('invoices').where('invoices.workspace_id', '=', actor.workspaceId),

      orders: { '-issuedAt': byIssued },
      present: (rows) => rows.map(presentInvoice),
    },
    query,
  )
})
