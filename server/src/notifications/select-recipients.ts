import { type ChosenNotification, notificationNeeds } from '@muster/contract/notifications.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { holdsPermission } from '../policies/holds-permission.ts'

interface Recipients {
  workspaceId: string
  userIds: readonly string[]
}

/**
 * Selects users with their choice for a kind of notification; null means the default. Leaves out users who are suspended
 * or lack the permission for it: what caused it may have begun before they lost access.
 */
export function selectRecipients(
  tx: Database,
  kind: ChosenNotification,
  { workspaceId, userIds }: Recipients,
) {
  return (
    tx
      .selectFrom('users')
      .leftJoin('notification_choices as choice', (join) =>
        join
          .onRef('choice.workspace_id', '=', 'users.workspace_id')
          .onRef('choice.user_id', '=', 'users.id')
          .on('choice.kind', '=', kind),
      )
      .where('users.workspace_id', '=', workspaceId)
      .where(sql<boolean>`users.id = any(${userIds}::uuid[])`)
      .where('users.status', '=', 'active')
      .where(holdsPermission(notificationNeeds[kind]))
      .select(['users.id', 'users.name', 'users.email', 'users.language', 'choice.in_app', 'choice.mail'])
      // An unconfirmed address may be somebody else's, so nothing is sent there.
      .select(
        sql<boolean>`exists (select from logins l where l.email = users.email
          and l.workspace_id = users.workspace_id and l.user_id = users.id)`.as('has_login'),
      )
  )
}
