import * as contract from '@muster/contract/activity-logs.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { loadOwnComment } from './load-own-comment.ts'

/** Deletes the text and keeps the entry, so the history still shows that there was a comment. */
export const deleteComment = handler(contract.deleteComment, async ({ tx, actor, params }) => {
  await loadOwnComment(tx, actor, params.id, params.commentId)
  await tx
    .updateTable('activity_logs')
    .set({ body: null, mentions: [], deleted_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.commentId)
    .execute()
  await announce(tx, actor.workspaceId, {
    kind: 'activity-logged',
    applicationId: params.id,
    actorId: actor.userId,
  })
  return undefined
})
