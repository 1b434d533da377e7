import { isStaff } from '@muster/contract/client-access.ts'
import * as contract from '@muster/contract/notifications.ts'
import { handler } from '../http/handler.ts'

export const listNotificationChoices = handler(contract.listNotificationChoices, async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('notification_choices')
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .select(['kind', 'in_app as inApp', 'mail'])
    .execute()
  const chosen = new Map(rows.map(({ kind, ...choice }) => [kind, choice]))
  const items = contract.chosenNotifications
    .filter((kind) => actor.permissions.has(contract.notificationNeeds[kind]))
    .filter((kind) => isStaff(actor.role) || !contract.reminderNotifications.includes(kind))
    .map((kind) => ({ kind, ...(chosen.get(kind) ?? contract.defaultNotificationChoice) }))
  return { items }
})
