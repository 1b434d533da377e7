import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { updateCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { invalid } from '../http/app-error.ts'
import type { Context } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { forgetSessions } from '../session/authenticate.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { presentCurrentUser } from '../session/present-current-user.ts'
import { tellPerson } from '../session/tell-person.ts'
import { changeEmail } from './claim-email.ts'

// biome-ignore lint/suspicious/noExplicitAny: of either call
type Asked = Context<any> & { body: BodyOf<typeof updateCurrentUser> }

/** Asks for the password where the address changes. It is hashed before the transaction, and a wrong one is counted. */
export async function confirmMove({ tx: db, actor, body: { email, currentPassword } }: Asked): Promise<void> {
  if (email === undefined || email === actor.email) return
  if (!currentPassword) throw invalid('currentPassword', t`Enter your password to change your e-mail`)
  await confirmPassword(db, actor, currentPassword)
}

/**
 * Changes what is one's own, after `confirmMove`. Role, rights and workspace are not in the body's schema, so they cannot be changed here. A
 * new address takes the password, as links to set another one go there; it is told to the old one.
 */
export async function changeOwnProfile({ tx, actor, body, caller, services, afterCommit }: Asked) {
  const { workspaceId, userId } = actor
  const { currentPassword: _, ...fields } = body
  const movesTo = fields.email === actor.email ? undefined : fields.email
  if (Object.keys(fields).length > 0)
    await tx
      .updateTable('users')
      .set({ ...fields, version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId)
      .execute()
  if (movesTo !== undefined) {
    await changeEmail(tx, { workspaceId, userId, email: movesTo })
    await tellPerson(tx, services, actor, () => t`You now sign in with ${movesTo}.`, actor.email)
  }
  if (fields.name !== undefined || fields.email !== undefined) {
    await recordAudit(tx, {
      workspaceId,
      userId,
      action: 'user.updated',
      ip: caller.ip,
      subject: { kind: 'user', id: userId },
      details: {
        before: { name: actor.name, email: actor.email },
        after: { name: fields.name ?? actor.name, email: fields.email ?? actor.email },
      },
    })
    await announce(tx, workspaceId, { kind: 'users-changed', userIds: [userId], actorId: userId })
  }
  afterCommit(() => forgetSessions(services.db))
  return presentCurrentUser(tx, workspaceId, userId)
}
