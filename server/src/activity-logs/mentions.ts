import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { invalid } from '../http/app-error.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'

/** @throws VALIDATION when one of them is no active colleague */
export async function checkMentions(
  tx: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return []
  const found = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .where(sql<boolean>`id = any(${distinct}::uuid[])`)
    .select('id')
    .execute()
  if (found.length !== distinct.length) throw invalid('mentions', t`Mention active colleagues only`)
  return distinct
}

/** Tells those mentioned, other than the author, with the start of the comment. */
export async function notifyMentioned(
  tx: Database,
  actor: Actor,
  comment: { applicationId: string; mentions: readonly string[]; body: string },
): Promise<void> {
  const told = comment.mentions.filter((userId) => userId !== actor.userId)
  if (told.length === 0) return
  await tx
    .insertInto('notifications')
    .values(
      told.map((userId) => ({
        workspace_id: actor.workspaceId,
        id: newId(),
        user_id: userId,
        kind: 'mention',
        text: `${actor.name}: ${comment.body.slice(0, 200)}`,
        application_id: comment.applicationId,
      })),
    )
    .execute()
  for (const userId of told)
    await announce(tx, actor.workspaceId, { kind: 'notified', userId, actorId: actor.userId })
}
