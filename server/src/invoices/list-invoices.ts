import * as contract from '@muster/contract/invoices.ts'
import { type SqlBool, sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
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
  const [page, total] = await Promise.all([
    fetchPage(found, 'invoices.id', byIssued, query),
    countRows(tx, found),
  ])
  return { items: page.rows.map(presentInvoice), nextCursor: page.nextCursor, total }
})
