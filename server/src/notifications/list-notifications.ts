import * as contract from '@muster/contract/notifications.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { applicationScope, seesAllApplications } from '../applications/application-policy.ts'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'

type Kind = z.input<typeof contract.notification>['kind']

const newestFirst = { expression: sql`notifications.at`, type: 'timestamptz', descending: true } as const

/** The comment of a mention: written, or edited, in the same transaction and so at the same time. */
const commentId = sql<string | null>`(
  select l.id from activity_logs l
  where notifications.kind = 'mention' and l.workspace_id = notifications.workspace_id
    and l.application_id = notifications.application_id and l.kind = 'comment'
    and (l.at = notifications.at or l.edited_at = notifications.at)
  order by l.id limit 1
)`

/** What was said of an application that has left the person's sight since is not told on. */
function isSeen(actor: Actor): RawBuilder<SqlBool> {
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
    .where(isSeen(actor))
    .selectAll('notifications')
  const unreadOnes = mine.where('notifications.read_at', 'is', null)
  const asked = query.unread ? unreadOnes : mine
  const found = query.q ? asked.where(containsText(sql`fold(notifications.text)`, query.q)) : asked
  const [page, total, unread] = await Promise.all([
    fetchPage(found.select(commentId.as('entry_id')), 'notifications.id', newestFirst, query),
    countRows(tx, found),
    countRows(tx, unreadOnes),
  ])
  const items = page.rows.map((row) => ({
    id: row.id,
    kind: row.kind as Kind,
    text: row.text,
    applicationId: row.application_id,
    entryId: row.entry_id,
    importId: row.import_id,
    at: row.at,
    readAt: row.read_at,
  }))
  return { items, nextCursor: page.nextCursor, total, unread: unread.value }
})
