import * as contract from '@muster/contract/activity-logs.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { assertChangeable } from '../policies/visible-applications.ts'
import { checkMentions, notifyMentioned } from './mentions.ts'
import { presentActivityLog, selectActivityLogs } from './present-activity-log.ts'
import { recordActivity } from './record-activity.ts'

export const createComment = handler(
  contract.createComment,
  async ({ tx, services, actor, params, body }) => {
    const { workspaceId, userId } = actor
    const application = await assertChangeable(tx, actor, params.id)
    const mentions = await checkMentions(tx, actor, params.id, body.mentions ?? [])
    const [id] = await recordActivity(tx, [
      {
        workspaceId,
        applicationId: params.id,
        positionId: application.position_id,
        kind: 'comment',
        userId,
        body: body.body,
        mentions,
      },
    ])
    await tx
      .updateTable('applications')
      .set({ last_activity_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .execute()
    await notifyMentioned(tx, services, actor, { applicationId: params.id, mentions, body: body.body })
    await announce(tx, workspaceId, { kind: 'activity-logged', applicationId: params.id, actorId: userId })
    const row = await selectActivityLogs(tx, workspaceId, params.id)
      .where('l.id', '=', id!)
      .executeTakeFirstOrThrow()
    return presentActivityLog(row, actor)
  },
)
