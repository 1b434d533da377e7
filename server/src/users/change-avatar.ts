import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import { removeStored } from '../files/remove-stored.ts'
import type { Caller } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { presentCurrentUser } from '../session/present-current-user.ts'
import { avatarKey } from './avatar-key.ts'

/** Sets or removes a user's picture. The old file is deleted once nothing refers to it. */
export async function changeAvatar(
  services: Services,
  actor: Actor,
  caller: Caller,
  avatarId: string | null,
) {
  const { workspaceId, userId } = actor
  const { before, user } = await writeTransaction(services.db, async (tx) => {
    const ownRow = (query: typeof tx) =>
      query.selectFrom('users').where('workspace_id', '=', workspaceId).where('id', '=', userId)
    const { avatar_id: before } = await ownRow(tx).select('avatar_id').forUpdate().executeTakeFirstOrThrow()
    await tx
      .updateTable('users')
      .set({ avatar_id: avatarId, updated_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId)
      .execute()
    const action = avatarId ? 'user.picture_set' : 'user.picture_removed'
    await recordAudit(tx, { workspaceId, userId, action, ip: caller.ip })
    await announce(tx, workspaceId, { kind: 'users-changed', userIds: [userId], actorId: userId })
    return { before, user: await presentCurrentUser(tx, services.config, workspaceId, userId) }
  })
  if (before) await removeStored(services, [avatarKey(workspaceId, before)])
  return user
}
