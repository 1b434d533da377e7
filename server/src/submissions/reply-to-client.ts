import * as contract from '@muster/contract/submissions.ts'
import { handler } from '../http/handler.ts'
import { notifyOfMessage } from '../notifications/notify-submitted.ts'
import { addMessage } from './add-message.ts'
import { loadSubmission } from './present-submission.ts'

export const replyToClient = handler(
  contract.replyToClient,
  async ({ tx, services, actor, params, body }) => {
    const row = await addMessage(tx, actor, params.id, body.body)
    const asked = await tx
      .selectFrom('submission_messages as m')
      .innerJoin('users as u', (join) =>
        join.onRef('u.workspace_id', '=', 'm.workspace_id').onRef('u.id', '=', 'm.user_id'),
      )
      .where('m.workspace_id', '=', actor.workspaceId)
      .where('m.submission_id', '=', params.id)
      .where('u.company_id', '=', row.company_id)
      .select('u.id')
      .distinct()
      .execute()
    const askers = asked.map(({ id }) => id)
    await notifyOfMessage(tx, services, actor, row, 'answered', askers)
    return loadSubmission(tx, actor, params.id)
  },
)
