import * as contract from '@muster/contract/admin.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'

const newestFirst = { expression: sql`mails.created_at`, type: 'timestamptz', descending: true } as const

export const listMails = handler(contract.listMails, async ({ tx, query }) => {
  let found = tx.selectFrom('mails').selectAll('mails')
  if (query.q) found = found.where(containsText([sql`mails.recipient`, sql`lower(mails.subject)`], query.q))
  const [page, total] = await Promise.all([
    fetchPage(found, 'mails.id', newestFirst, query),
    countRows(tx, found),
  ])
  const items = page.rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    error: row.error,
  }))
  return { items, nextCursor: page.nextCursor, total }
})
