import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { updateCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { forgetSessions } from '../session/authenticate.ts'
import { presentCurrentUser } from '../session/present-current-user.ts'
import { tellPerson } from '../session/tell-person.ts'
import { changeEmail } from './claim-email.ts'

// biome-ignore lint/suspicious/noExplicitAny: of either call
type Asked = Context<any> & { body: BodyOf<typeof updateCurrentUser> }

/**
 * Changes what is one's own. Role, rights and workspace are not in the body's schema, so they cannot be changed here. A
 * new address is told to the old one.
 */
export async function changeOwnProfile({ tx, actor, body, caller, services, afterCommit }: Asked) {
  const { workspaceId, userId } = actor
  if (Object.keys(body).length > 0)
    await tx
      .updateTable('users')
      .set({ ...body, version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId)
      .execute()
  if (body.email !== undefined && body.email !== actor.email) {
    const { email } = body
    await changeEmail(tx, { workspaceId, userId, email })
    await tellPerson(tx, services, actor, () => t`You now sign in with ${email}.`, actor.email)
  }
  if (body.name !== undefined || body.email !== undefined) {
    await recordAudit(tx, {
      workspaceId,
      userId,
      action: 'user.updated',
      ip: caller.ip,
      subject: { kind: 'user', id: userId },
      details: {
        before: { name: actor.name, email: actor.email },
        after: { name: body.name ?? actor.name, email: body.email ?? actor.email },
      },
    })
    await announce(tx, workspaceId, { kind: 'users-changed', userIds: [userId], actorId: userId })
  }
  afterCommit(() => forgetSessions(services.db))
  return presentCurrentUser(tx, workspaceId, userId)
}
