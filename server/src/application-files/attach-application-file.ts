import * as contract from '@muster/contract/application-files.ts'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { attachFile } from '../policies/file-policy.ts'
import { assertChangeable } from '../policies/visible-applications.ts'

export const attachApplicationFile = handler(
  contract.attachApplicationFile,
  async ({ tx, actor, params, body }) => {
    const { workspaceId, userId } = actor
    const { position_id: positionId } = await assertChangeable(tx, actor, params.id)
    await attachFile(tx, actor, body.fileId, 'fileId')
    const [entryId] = await recordActivity(tx, [
      { workspaceId, applicationId: params.id, positionId, kind: 'file', userId, fileId: body.fileId },
    ])
    await announce(tx, workspaceId, { kind: 'activity-logged', applicationId: params.id, actorId: userId })
    return { entryId: entryId! }
  },
)
