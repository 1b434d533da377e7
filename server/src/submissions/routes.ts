import { askAboutSubmission } from './ask-about-submission.ts'
import { createSubmission } from './create-submission.ts'
import { getSubmission } from './get-submission.ts'
import { listSubmissions } from './list-submissions.ts'
import { replyToClient } from './reply-to-client.ts'
import { withdrawSubmission } from './withdraw-submission.ts'

export const submissionRoutes = [
  listSubmissions,
  getSubmission,
  createSubmission,
  withdrawSubmission,
  askAboutSubmission,
  replyToClient,
]
