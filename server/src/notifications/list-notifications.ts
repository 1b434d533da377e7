import * as contract from '@muster/contract/notifications.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import { countRows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { applicationScope, seesAllApplications } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'

type Kind = z.input<typeof contract.notification>['kind']

const newestFirst = { expression: sql`notifications.at`, type: 'timestamptz', descending: true } as const

/** The comment of a mention: written or edited in the same transaction, so at the same time. */
const commentId = sql<string | null>`(
  select l.id from activity_logs l
  where notifications.kind = 'mention' and l.workspace_id = notifications.workspace_id
    and l.application_id = notifications.application_id and l.kind = 'comment'
    and (l.at = notifications.at or l.edited_at = notifications.at)
  order by l.id limit 1
)`

/** Hides notifications of applications that the user may no longer see. */
function isVisible(actor: Actor): RawBuilder<SqlBool> {
  if (seesAllApplications(actor)) return sql<SqlBool>`true`
  return sql<SqlBool>`(notifications.application_id is null or exists (
    select from applications
    where applications.workspace_id = notifications.workspace_id
      and applications.id = notifications.application_id and ${applicationScope(actor)}
  ))`
}

export const listNotifications = handler(contract.listNotifications, async ({ tx, actor, query }) => {
  const mine = tx
    .selectFrom('notifications')
    .where('notifications.workspace_id', '=', actor.workspaceId)
    .where('notifications.user_id', '=', actor.userId)
    .where(isVisible(actor))
    .selectAll('notifications')
  const unreadOnes = mine.where('notifications.read_at', 'is', null)
  const asked = query.unread ? unreadOnes : mine
  const ofKind = query.kind?.length ? asked.where('notifications.kind', 'in', query.kind) : asked
  const found = query.q ? ofKind.where(containsText(sql`fold(notifications.text)`, query.q)) : ofKind
  const [list, unread] = await Promise.all([
    fetchList(
      tx,
      {
        table: 'notifications',
        rows: found.select(commentId.as('entry_id')),
        all: mine.clearSelect(),
        orders: { '-at': newestFirst },
        present: (rows) =>
          rows.map((row) => ({
            id: row.id,
            kind: row.kind as Kind,
            text: row.text,
            applicationId: row.application_id,
            entryId: row.entry_id,
            importId: row.import_id,
            at: row.at,
            updatedAt: row.changed_at,
            readAt: row.read_at,
          })),
      },
      query,
    ),
    countRows(tx, unreadOnes),
  ])
  return { ...list, unread: unread.value }
})
