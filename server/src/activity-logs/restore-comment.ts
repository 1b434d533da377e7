import * as contract from '@muster/contract/activity-logs.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { loadOwnComment } from './load-own-comment.ts'
import { checkMentions } from './mentions.ts'
import { presentActivityLog, selectActivityLogs } from './present-activity-log.ts'

export const restoreComment = handler(contract.restoreComment, async ({ tx, actor, params, body }) => {
  const { workspaceId, userId } = actor
  await loadOwnComment(tx, actor, params.id, params.commentId, { deleted: true })
  const mentions = await checkMentions(tx, actor, params.id, body.mentions ?? [])
  await tx
    .updateTable('activity_logs')
    .set({ body: body.body, mentions, deleted_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', params.commentId)
    .execute()
  await announce(tx, workspaceId, { kind: 'activity-logged', applicationId: params.id, actorId: userId })
  const logs = selectActivityLogs(tx, workspaceId, params.id).where('l.id', '=', params.commentId)
  return presentActivityLog(await logs.executeTakeFirstOrThrow(), actor)
})
