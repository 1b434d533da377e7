import { firstLanguage, inLanguage } from '#texts'
import type { Database } from '../database/connect.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { securityLetter } from '../mail/security-letter.ts'
import { notifyAlways } from '../notifications/notify.ts'
import type { Services } from '../services.ts'

interface Person {
  workspaceId: string
  userId: string
}

/**
 * Tells a person, in their language, of something about how they sign in: by a notification, and by a mail in case it
 * was not they who did it. `to` is for an address they no longer have.
 */
export async function tellPerson(
  tx: Database,
  services: Services,
  { workspaceId, userId }: Person,
  say: () => string,
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
  const letter = inLanguage(firstLanguage(user.language), () => securityLetter(user.name, say(), address))
  await notifyAlways(tx, 'security', { workspaceId, userIds: [userId], actorId: userId, say })
  await queueMail(tx, services, workspaceId, { to: to ?? user.email, ...letter })
}
