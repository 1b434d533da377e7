import * as contract from '@muster/contract/activity-logs.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { loadOwnComment } from './load-own-comment.ts'
import { checkMentions, notifyMentioned } from './mentions.ts'
import { presentActivityLog, selectActivityLogs } from './present-activity-log.ts'

export const updateComment = handler(
  contract.updateComment,
  async ({ tx, services, actor, params, body }) => {
    const { workspaceId, userId } = actor
    const before = await loadOwnComment(tx, actor, params.id, params.commentId)
    const mentions = body.mentions
      ? await checkMentions(tx, actor, params.id, body.mentions)
      : before.mentions
    await tx
      .updateTable('activity_logs')
      .set({ body: body.body, mentions, edited_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.commentId)
      .execute()
    const fresh = mentions.filter((id) => !before.mentions.includes(id))
    await notifyMentioned(tx, services, actor, { applicationId: params.id, mentions: fresh, body: body.body })
    await announce(tx, workspaceId, { kind: 'activity-logged', applicationId: params.id, actorId: userId })
    const logs = selectActivityLogs(tx, workspaceId, params.id).where('l.id', '=', params.commentId)
    return presentActivityLog(await logs.executeTakeFirstOrThrow(), actor)
  },
)
