import * as contract from '@muster/contract/submissions.ts'
import { handler } from '../http/handler.ts'
import { loadSubmission } from './present-submission.ts'

export const getSubmission = handler(contract.getSubmission, ({ tx, actor, params }) =>
  loadSubmission(tx, actor, params.id),
)
