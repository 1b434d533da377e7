import * as contract from '@muster/contract/notifications.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { handler } from '../http/handler.ts'

export const setNotificationChoice = handler(
  contract.setNotificationChoice,
  async ({ tx, actor, params: { kind }, body: { inApp, mail } }) => {
    if (!inApp && contract.reminderNotifications.includes(kind))
      throw invalid('inApp', t`In-app reminders cannot be turned off`)
    const choice = { in_app: inApp, mail }
    await tx
      .insertInto('notification_choices')
      .values({ workspace_id: actor.workspaceId, user_id: actor.userId, kind, ...choice })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'kind']).doUpdateSet(choice))
      .execute()
    return { kind, inApp, mail }
  },
)
