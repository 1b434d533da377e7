import * as contract from '@muster/contract/invoices.ts'
import { type SqlBool, sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { presentAdministeredInvoice, selectAllInvoices } from './administered-invoice.ts'
import { byIssued } from './list-invoices.ts'

export const listAllInvoices = handler(contract.listAllInvoices, async ({ tx, query }) => {
  let found = selectAllInvoices(tx)
  if (query.q)
    found = found.where(containsText(sql`(invoices.number || ' ' || fold(workspaces.name))`, query.q))
  if (query.state?.length) found = found.where(sql<SqlBool>`invoices.state = any(${query.state})`)
  if (query.workspaceId) found = found.where('invoices.workspace_id', '=', query.workspaceId)
  return fetchList(
    tx,
    {
      table: 'invoices',
      rows: found,
      all: tx.selectFrom('invoices'),

      orders: { '-issuedAt': byIssued },
      present: (rows) => rows.map(presentAdministeredInvoice),
    },
    query,
  )
})
