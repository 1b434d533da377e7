import * as contract from '@muster/contract/submissions.ts'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { findAgencyContacts } from '../notifications/find-agency-contacts.ts'
import { notifyOfMessage } from '../notifications/notify-submitted.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import { reviewState, selectReviews } from '../reviews/select-reviews.ts'
import type { Actor } from '../session/actor.ts'
import { addMessage } from './add-message.ts'
import { loadSubmission } from './present-submission.ts'

/**
 * Returns the submission that a question belongs to. Of a person about whom nothing was shared it begins one, without a
 * summary, in the name of the agency's contact.
 * @throws NOT_FOUND, CONFLICT for a person whom the agency no longer submits
 */
async function findOrBeginSubmission(
  tx: Database,
  actor: Actor,
  applicationId: string,
  contact: string | undefined,
): Promise<string> {
  // Locks the application: of two first questions, the second sees the submission of the first.
  await selectVisible(tx, actor)
    .where('applications.id', '=', applicationId)
    .select('applications.id')
    .forUpdate()
    .execute()
  const review = await selectReviews(tx, actor)
    .where('applications.id', '=', applicationId)
    .select([reviewState.as('state'), 'shared.id as submission_id', 'shared.withdrawn_at'])
    .select('p.company_id')
    .executeTakeFirst()
  if (!review) throw notFound(t`Application`)
  if (review.state === 'withdrawn') throw conflict(t`The agency no longer submits this candidate`)
  if (review.submission_id && review.withdrawn_at === null) return review.submission_id
  const id = newId()
  await tx
    .insertInto('submissions')
    .values({
      workspace_id: actor.workspaceId,
      id,
      application_id: applicationId,
      company_id: review.company_id,
      summary: null,
      submitted_by: contact ?? actor.userId,
    })
    .execute()
  return id
}

export const askAboutSubmission = handler(
  contract.askAboutSubmission,
  async ({ tx, services, actor, params, body, caller }) => {
    const contacts = await findAgencyContacts(tx, 'asked', actor, params.id)
    const submissionId = await findOrBeginSubmission(tx, actor, params.id, contacts[0])
    const row = await addMessage(tx, actor, submissionId, body.body)
    await recordAudit(tx, {
      ...actor,
      action: 'submission.asked',
      ip: caller.ip,
      subject: { kind: 'application', id: params.id },
    })
    await notifyOfMessage(tx, services, actor, row, 'asked', contacts)
    return loadSubmission(tx, actor, submissionId)
  },
)
