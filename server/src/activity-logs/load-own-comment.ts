import { sql } from 'kysely'
import { t } from '#texts'
import { assertVisible } from '../applications/assert-visible.ts'
import type { Database } from '../database/connect.ts'
import { forbidden, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

const minutesToRestore = 10

/**
 * Locks a comment of the actor's own; with `deleted` one that was deleted just now instead.
 * @throws NOT_FOUND when there is none such; FORBIDDEN when somebody else wrote it
 */
export async function loadOwnComment(
  tx: Database,
  actor: Actor,
  applicationId: string,
  commentId: string,
  options: { deleted?: boolean } = {},
): Promise<{ mentions: string[] }> {
  await assertVisible(tx, actor, applicationId)
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
  if (comment.user_id !== actor.userId) throw forbidden(t`Only its author may change a comment`)
  return comment
}
