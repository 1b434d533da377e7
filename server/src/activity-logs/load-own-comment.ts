import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { assertChangeable } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

const minutesToRestore = 10

/**
 * Locks a comment that the actor wrote. With `deleted`, locks one they deleted within `minutesToRestore` instead.
 * @throws NOT_FOUND when there is none; FORBIDDEN when somebody else wrote it
 */
export async function loadOwnComment(
  tx: Database,
  actor: Actor,
  applicationId: string,
  commentId: string,
  options: { deleted?: boolean } = {},
): Promise<{ mentions: string[] }> {
  await assertChangeable(tx, actor, applicationId)
  const comment = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', actor.workspaceId)
    .where('application_id', '=', applicationId)
    .where('id', '=', commentId)
    .where('kind', '=', 'comment')
    .where(
      options.deleted
        ? sql<boolean>`deleted_at > now() - make_interval(mins => ${minutesToRestore})`
        : sql<boolean>`deleted_at is null`,
    )
    .select(['user_id', 'mentions'])
    .forUpdate()
    .executeTakeFirst()
  if (!comment) throw notFound(t`Comment`)
  if (comment.user_id !== actor.userId) throw forbidden(t`Only the author can edit a comment`)
  return comment
}
