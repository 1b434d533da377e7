import { assertVisible } from '../applications/assert-visible.ts'
import type { Database } from '../database/connect.ts'
import { forbidden, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

/**
 * Locks a comment of the actor's own.
 * @throws NOT_FOUND when there is none or it is deleted; FORBIDDEN when somebody else wrote it
 */
export async function loadOwnComment(
  tx: Database,
  actor: Actor,
  applicationId: string,
  commentId: string,
): Promise<{ mentions: string[] }> {
  await assertVisible(tx, actor, applicationId)
  const comment = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', actor.workspaceId)
    .where('application_id', '=', applicationId)
    .where('id', '=', commentId)
    .where('kind', '=', 'comment')
    .where('deleted_at', 'is', null)
    .select(['user_id', 'mentions'])
    .forUpdate()
    .executeTakeFirst()
  if (!comment) throw notFound('Comment')
  if (comment.user_id !== actor.userId) throw forbidden('Only its author may change a comment')
  return comment
}
