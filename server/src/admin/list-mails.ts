import * as contract from '@muster/contract/admin.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'

const newestFirst = { expression: sql`mails.created_at`, type: 'timestamptz', descending: true } as const

const states: Record<(typeof contract.mailStates)[number], RawBuilder<SqlBool>> = {
  waiting: sql`(mails.sent_at is null and mails.error is null and mails.canceled_at is null)`,
  sent: sql`mails.sent_at is not null`,
  failed: sql`(mails.sent_at is null and mails.error is not null and mails.canceled_at is null)`,
  canceled: sql`mails.canceled_at is not null`,
}

function stateOf(mail: {
  sent_at: string | null
  canceled_at: string | null
  error: string | null
}): (typeof contract.mailStates)[number] {
  if (mail.canceled_at) return 'canceled'
  if (mail.sent_at) return 'sent'
  return mail.error ? 'failed' : 'waiting'
}

export const listMails = handler(contract.listMails, async ({ tx, query, services }) => {
  let found = tx
    .selectFrom('mails')
    .innerJoin('workspaces', 'workspaces.id', 'mails.workspace_id')
    .selectAll('mails')
    .select('workspaces.name as workspace_name')
  if (query.id?.length) found = found.where('mails.id', 'in', query.id)
  if (query.workspaceId) found = found.where('mails.workspace_id', '=', query.workspaceId)
  if (query.state?.length)
    found = found.where(
      sql<boolean>`(${sql.join(
        query.state.map((state) => states[state]),
        sql` or `,
      )})`,
    )
  if (query.q) found = found.where(containsText([sql`mails.recipient`, sql`fold(mails.subject)`], query.q))
  const canResend = services.config.smtpUrl !== null
  return fetchList(
    tx,
    {
      table: 'mails',
      rows: found,
      all: tx.selectFrom('mails'),
      orders: { '-createdAt': newestFirst },
      searched: true,
      present: (rows) =>
        rows.map((row) => ({
          id: row.id,
          workspace: { id: row.workspace_id, name: row.workspace_name },
          to: row.recipient,
          subject: row.subject,
          text: row.body,
          state: stateOf(row),
          createdAt: row.created_at,
          updatedAt: row.changed_at,
          sentAt: row.sent_at,
          error: row.error,
          canResend: canResend && row.canceled_at === null,
        })),
    },
    query,
  )
})
