import { firstLanguage, inLanguage } from '#texts'
import type { Database } from '../database/connect.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { securityEmail } from '../mail/security-email.ts'
import { notifyAlways } from '../notifications/notify.ts'
import type { Services } from '../services.ts'

interface UserKey {
  workspaceId: string
  userId: string
}

/**
 * Notifies a user of a change in how they sign in: in the app, and by email in case they did not make it. `text` runs in
 * their language. `to` is their former address, after it was changed.
 */
export async function notifySecurityChange(
  tx: Database,
  services: Services,
  { workspaceId, userId }: UserKey,
  text: () => string,
  to?: string,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .select(['name', 'email', 'language'])
    .executeTakeFirst()
  if (!user) return
  const address = `${services.config.publicUrl}/settings/sessions`
  const message = inLanguage(firstLanguage(user.language), () => securityEmail(user.name, text(), address))
  await notifyAlways(tx, 'security', { workspaceId, userIds: [userId], actorId: userId, text })
  await queueMail(tx, services, workspaceId, { to: to ?? user.email, ...message })
}
