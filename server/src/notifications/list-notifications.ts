import * as contract from '@muster/contract/notifications.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'

type Kind = z.input<typeof contract.notification>['kind']

const newestFirst = { expression: sql`notifications.at`, type: 'timestamptz', descending: true } as const

export const listNotifications = handler(contract.listNotifications, async ({ tx, actor, query }) => {
  const mine = tx
    .selectFrom('notifications')
    .where('notifications.workspace_id', '=', actor.workspaceId)
    .where('notifications.user_id', '=', actor.userId)
    .selectAll('notifications')
  const found = query.q ? mine.where(containsText(sql`lower(notifications.text)`, query.q)) : mine
  const [page, total, unread] = await Promise.all([
    fetchPage(found, 'notifications.id', newestFirst, query),
    countRows(tx, found),
    countRows(tx, mine.where('notifications.read_at', 'is', null)),
  ])
  const items = page.rows.map((row) => ({
    id: row.id,
    kind: row.kind as Kind,
    text: row.text,
    applicationId: row.application_id,
    importId: row.import_id,
    at: row.at,
    readAt: row.read_at,
  }))
  return { items, nextCursor: page.nextCursor, total, unread: unread.value }
})
