import * as contract from '@muster/contract/submissions.ts'
import { handler } from '../http/handler.ts'
import { notifyOfMessage } from '../notifications/notify-submitted.ts'
import { addMessage } from './add-message.ts'
import { loadSubmission } from './present-submission.ts'

export const askAboutSubmission = handler(
  contract.askAboutSubmission,
  async ({ tx, services, actor, params, body }) => {
    const row = await addMessage(tx, actor, params.id, body.body)
    await notifyOfMessage(tx, services, actor, row, 'asked', [row.owner_id ?? row.submitted_by])
    return loadSubmission(tx, actor, params.id)
  },
)
